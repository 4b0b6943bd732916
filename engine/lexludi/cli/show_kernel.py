"""`lexludi show kernel`: the code that the rules of a text become, each line with its provisions."""

from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import GivenSettings
from lexludi.cli.output import write, write_json


def show_kernel(path: str, text: str, settings: GivenSettings, kind: str, form: str, words: Catalogue) -> int:
    """Print generated code, with the contents of its tables."""
    from lexludi.cli.rounds import origin_lines
    from lexludi.play.game import load
    from lexludi.play.record import origins_json
    from lexludi.play.telling import Teller
    from lexludi.simulate.choosing import decisions
    from lexludi.simulate.sampler import automaton_of, code_of

    game = load(path, text=text, **settings)
    first = {bet: actions[0] for bet, actions in decisions(game).items()}
    code = code_of(automaton_of(game, first), kind)
    tables = {name: (len(table), code.captions[name]) for name, table in code.tables.items()}
    if form == "json":
        rows = [{"name": name, "size": size, "holds": caption} for name, (size, caption) in tables.items()]
        code_json = {"kind": code.kind, "rules": game.digest, "source": code.source, "tables": rows}
        write_json({"schema": "lexludi.kernel/1", **code_json, **origins_json(game.origins)})
        return 0
    for line in origin_lines(game.rules, game.settings, game.origins, Teller(words, game.rules.glossary)):
        write(f"# {line}")
    for name, (size, caption) in tables.items():
        write(f"# {name}[{size}]: {caption}")
    write("\n" + code.source.rstrip())
    return 0
