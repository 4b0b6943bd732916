"""What all tests share: the switch that accepts snapshots."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="write what the code gives now as the expected snapshot; read the diff as you would read law",
    )


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether snapshots are to be written rather than compared."""
    return bool(request.config.getoption("--accept"))
