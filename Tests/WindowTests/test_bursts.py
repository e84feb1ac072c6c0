"""Photos can follow each other as fast as the shutter can be pressed."""

import pytest

from harness.photos import Photo
from harness.viewfinder import Viewfinder

PRESSES = 20
INTERVAL = 0.2


def clicks(app):
    app.person.point_at(app.button("Take Photo"))
    return app.person.click_often


def keys(app):
    app.person.tab_to("Viewfinder")
    return lambda times, interval: app.person.key_often("space", times, interval)


@pytest.mark.parametrize("way, size", [(clicks, "1920x1080"), (keys, "640x480")])
def test_twenty_presses_in_four_seconds_give_twenty_photos(launch, cameras, allowed, roll, scratch, way, size):
    camera = cameras.make(modes=[f"MJPG:{size}@30"])
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    press = way(app)
    first = camera.newest_frame
    press(PRESSES, INTERVAL)
    last = camera.newest_frame
    photos = [Photo(path) for path in roll.wait_for(PRESSES, timeout=90)]
    app.button("Last Photo")
    assert len(roll.files()) == PRESSES, "more than the photos"
    codes = [photo.code(scratch) for photo in photos]
    assert all(codes), "a photo without a frame number"
    numbers = [code.number for code in codes]
    assert numbers == sorted(set(numbers)), "a frame twice, or names in another order than the frames"
    # They are of the moments of the presses and not of a queue's.
    assert first - 3 <= numbers[0] and numbers[-1] <= last, f"{numbers} are not all in {first}…{last}"
    assert Viewfinder(app).wait_until_live() > numbers[-1]
