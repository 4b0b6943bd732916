"""Arguments of a program that calls the library: of the types that are expected, or an error that names them."""

from collections.abc import Iterable, Mapping

from lexludi.base.errors import InvalidArgument

_SHOWN = 80  # characters of a wrong value that an error repeats


def expect(name: str, value: object, *types: type, none: bool = False) -> None:
    """See to it that an argument is of one of some types; `none` says that it may be left out.

    True and false are whole numbers to Python, and to nobody else.

    Raises:
        InvalidArgument: it is not.
    """
    if (value is None and none) or (type(value) is bool and bool in types):
        return
    if type(value) is bool or not isinstance(value, types):
        raise _wrong(name, value, *(kind.__name__ for kind in types), *(["None"] if none else []))


def expect_seed(value: object) -> None:
    """See to it that the argument `seed` is a whole number from zero on, or is left out.

    Chance would be the same for a number and for its opposite.

    Raises:
        InvalidArgument: it is not.
    """
    expect("seed", value, int, none=True)
    if isinstance(value, int) and value < 0:
        raise _wrong("seed", value, "int ≥ 0", "None")


def expect_names(name: str, value: object) -> None:
    """See to it that an argument is a mapping from names, or is left out.

    Raises:
        InvalidArgument: it is not.
    """
    if value is not None and not (isinstance(value, Mapping) and all(isinstance(key, str) for key in value)):
        raise _wrong(name, value, "Mapping[str, …]", "None")


def expect_texts(name: str, value: object) -> None:
    """See to it that an argument is a mapping from names to texts, or is left out.

    Raises:
        InvalidArgument: it is not.
    """
    expect_names(name, value)
    for key, text in value.items() if isinstance(value, Mapping) else ():
        expect(f"{name}[{key!r}]", text, str)


def expect_list(name: str, value: object) -> tuple[str, ...] | str | None:
    """The texts of an argument: one text, several, or none, gone through once.

    Raises:
        InvalidArgument: it is none of these.
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes) or not isinstance(value, Iterable):
        raise _wrong(name, value, "str", "Iterable[str]", "None")
    texts = tuple(value)
    for place, text in enumerate(texts):
        expect(f"{name}[{place}]", text, str)
    return texts


def expect_one(**given: object) -> None:
    """At most one of some arguments is given, where each has an effect only without the others.

    Raises:
        InvalidArgument: several are.
    """
    if sum(value is not None for value in given.values()) > 1:
        raise InvalidArgument("one-argument-alone", names=tuple(given))


def _wrong(name: str, value: object, *expected: str) -> InvalidArgument:
    shown = repr(value)
    excerpt = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
    return InvalidArgument("argument-of-another-type", name=name, expected=expected, found=excerpt)
