"""The sounds of the table, rendered and measured: each short, soft enough, and at the right pitch.

`--log-cli-level INFO` shows the figures.
"""

from __future__ import annotations

import logging
from itertools import pairwise
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.web.test_phases import evening, put_on

_log = logging.getLogger(__name__)
BAND = 44_100 / 2_048
"""The width of a band of the spectrum, in Hz."""
# Each sound into a second of samples: its peak, the seconds until it has faded, what is left at the end, the
# mean of its spectrum at the loudest moment, and the strongest band a hundredth of a second after each
# knock or tone began. A plain transform of 2,048 samples is quick enough and has bands of 21.5 Hz.
RENDER = """async () => {
  const { SOUNDS, sound } = await import('/shared/sounds.js');
  const RATE = 44100, LONG = 2048, heard = {};
  const spectrum = (data, from) => Array.from({ length: 700 }, (_, band) => {
    let re = 0, im = 0;
    for (let i = 0; i < LONG; i += 1) {
      const angle = (2 * Math.PI * band * i) / LONG;
      re += data[from + i] * Math.cos(angle);
      im -= data[from + i] * Math.sin(angle);
    }
    return band ? re * re + im * im : 0;
  });
  const hertz = (band) => (band * RATE) / LONG;
  for (const [name, { at }] of Object.entries(SOUNDS)) {
    const ctx = new OfflineAudioContext(1, RATE, RATE);
    sound(name, ctx);
    const data = (await ctx.startRendering()).getChannelData(0), loud = data.map(Math.abs);
    const peak = loud.reduce((most, each) => Math.max(most, each), 0);
    const end = loud.findLastIndex((each) => each > peak / 100);
    const power = spectrum(data, Math.min(data.length - LONG, loud.indexOf(peak)));
    const mean = power.reduce((sum, each, band) => sum + each * hertz(band), 0) /
      power.reduce((sum, each) => sum + each, 0);
    const strongest = at.map((seconds) => {
      const bands = spectrum(data, Math.round((seconds + 0.01) * RATE));
      return hertz(bands.indexOf(Math.max(...bands)));
    });
    const left = loud.slice(Math.round(0.7 * RATE)).reduce((most, each) => Math.max(most, each), 0);
    heard[name] = [peak, end / RATE, left, mean, strongest];
  }
  return heard;
}"""


class Heard(NamedTuple):
    """Loudest sample, seconds, loudest sample after 0.7 s, the spectrum's mean and strongest bands in Hz."""

    peak: float
    seconds: float
    left: float
    pitch: float
    strongest: list[float]


def test_every_sound_is_short_and_soft_and_has_its_own_pitch(page: Page) -> None:
    page.goto("/history")
    page.wait_for_selector("h1")
    heard = {name: Heard(*found) for name, found in page.evaluate(RENDER).items()}
    for name, sound in heard.items():
        _log.info("%s: %s", name, sound)
    assert heard.keys() == {"chip", "tile", "card", "dice", "win", "turn"}
    for name, sound in heard.items():
        # Nothing clips at full scale, and after the sound there is silence.
        assert 0.02 < sound.peak < 0.9, (name, sound)
        assert 0.02 < sound.seconds < 0.7, (name, sound)
        assert sound.left == 0, (name, sound)
    # Tones are equally loud, and nothing drowns them out.
    assert max(sound.peak for sound in heard.values()) < 8 * heard["turn"].peak
    # From wood up to a card's hiss.
    order = [heard[name].pitch for name in ("tile", "dice", "chip", "card")]
    assert order == sorted(order)
    # A turn is E5 and A5, a win the C major chord upward: 440 Hz times 2 to the twelfths from A4.
    for name, twelfths in (("turn", (7, 12)), ("win", (3, 7, 10))):
        for band, twelfth in zip(heard[name].strongest, twelfths, strict=True):
            assert abs(band - 440 * 2 ** (twelfth / 12)) < BAND, (name, heard[name])


# Counts how often the phone vibrates while the evening is shown. A browser allows it only after a touch.
VIBRATE = """(last) => {
  let times = 0;
  navigator.vibrate = () => (times += 1);
  for (let at = 0; at <= last; at += 1) showTo(at);
  return times;
}"""


@pytest.mark.parametrize("off", [False, True])
def test_a_phone_vibrates_each_time_it_becomes_my_turn_unless_told_not_to(page: Page, off: bool) -> None:
    example, me = "maryland-poker-full", "Anna"
    told = evening(example, me)
    mine = [me in frame["awaited"] for frame in told]
    turns = sum(now and not before for before, now in pairwise(mine))
    assert turns > 2
    page.goto("/school")
    page.wait_for_selector("#page h1")
    if off:
        page.evaluate("localStorage.setItem('vibrate', 'off')")
    put_on(page, example, told)
    page.mouse.click(5, 5)
    assert page.evaluate(VIBRATE, len(told) - 1) == (0 if off else turns)
