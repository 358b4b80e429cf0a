"""Somebody stops playing and a friend comes late: nobody has to wait for long."""

from tests.browser.helpers.looking import barriers
from tests.browser.helpers.tables import GAMES, TABLE, deal, make_room, room_of, sits_down
from tests.browser.helpers.visitors import PHONE, STILL, Visit


def test_a_friend_takes_a_bots_seat_and_two_let_a_bot_play_for_an_idle_host(visit: Visit):
    host, guest, late = visit(STILL), visit(PHONE, STILL), visit(PHONE, STILL)
    # the bot sits between the host and the guest, and the host moves first
    code = make_room(host, GAMES[0], people=2, seats=3, patience=1, options={"first_seat": "seat0"})
    at, other = host.open(f"/r/{code}"), guest.open(f"/r/{code}")
    sits_down(other, "Zoë")
    deal(at)
    other.wait_for_selector(TABLE)
    bot = next(chair["name"] for chair in room_of(host, code)["chairs"] if chair["kind"] == "bot")

    friend = late.open(f"/r/{code}")
    friend.get_by_role("button", name=f"Take {bot}'s seat").wait_for()
    assert friend.locator("section.me").count() == 0
    assert barriers(friend) == []
    friend.get_by_role("button", name=f"Take {bot}'s seat").tap()
    friend.get_by_text("see the cards of that seat").wait_for()
    friend.get_by_role("button", name=f"Take {bot}'s seat").tap()
    friend.locator("section.me").wait_for()
    at.get_by_text(f"takes over from {bot}.").first.wait_for()

    at.get_by_role("alertdialog", name="Are you still there?").wait_for()
    assert barriers(at) == []
    other.get_by_role("button", name="Let a bot play for").tap()
    other.get_by_text("1 of 2 votes").wait_for()
    assert barriers(other) == []
    assert not room_of(host, code)["chairs"][0]["stand_in"]
    friend.get_by_role("button", name="Let a bot play for").tap()
    at.get_by_role("button", name="Take my seat back").click()
    at.get_by_role("button", name="Take my seat back").wait_for(state="detached")
    room = room_of(host, code)
    assert not room["chairs"][0]["stand_in"] and not room["you_host"], "a host who was away is no longer the host"
