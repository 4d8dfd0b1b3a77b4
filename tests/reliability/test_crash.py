"""A short evening of crashes; `make crash` is the long one."""

from tests.reliability.crash import run


def test_whatever_is_killed_no_move_is_lost_or_made_twice_and_all_go_on() -> None:
    report = run(tables=4, kills=4, seed=7, think=0.3)
    assert report.verdict.good, str(report)
    assert len(report.evidence.acknowledged) > 20, str(report)
    assert report.evidence.shown.keys() >= {(table, 0) for table, _, _ in report.evidence.sent}
