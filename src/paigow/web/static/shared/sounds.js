// Synthesized sounds: filtered noise for knocks and rattles, a few tones for the rest.

/** @type {AudioContext | null} */
let audio = null;
const context = () => {
  audio = audio || new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  return audio;
};
/** @type {AudioBuffer | null} */
let hiss = null;
/** @param {BaseAudioContext} ctx */
const noise = (ctx) => {
  if (!hiss) {
    hiss = ctx.createBuffer(1, ctx.sampleRate / 4, ctx.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  }
  const source = ctx.createBufferSource();
  source.buffer = hiss;
  return source;
};
/** @param {BaseAudioContext} ctx @param {number} at @param {number} loud @param {number} seconds */
const fading = (ctx, at, loud, seconds) => {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(ctx.destination);
  return gain;
};
/**
 * @param {BaseAudioContext} ctx
 * @param {number} after
 * @param {number[]} given
 */
const knock = (ctx, after, [pitch, loud, seconds]) => {
  const at = ctx.currentTime + after,
    source = noise(ctx),
    filter = Object.assign(ctx.createBiquadFilter(), { type: 'bandpass' });
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  source.connect(filter).connect(fading(ctx, at, loud, seconds));
  source.start(at);
  source.stop(at + seconds);
};
/** @param {BaseAudioContext} ctx @param {number} after @param {number} pitch @param {number} seconds */
const tone = (ctx, after, pitch, seconds) => {
  const at = ctx.currentTime + after,
    source = Object.assign(ctx.createOscillator(), { type: 'triangle' });
  source.frequency.value = pitch;
  source.connect(fading(ctx, at, 0.12, seconds));
  source.start(at);
  source.stop(at + seconds);
};
// The parts of each sound: knocks with pitch, loudness, and length, or tones with their pitch; and when.
/** @type {Record<string, { knock?: [number, number, number], tones?: number[], at: number[] }>} */
export const SOUNDS = {
  chip: { knock: [3400, 0.5, 0.05], at: [0, 0.045] },
  tile: { knock: [900, 0.9, 0.07], at: [0] },
  card: { knock: [5200, 0.22, 0.09], at: [0] },
  dice: { knock: [1900, 0.5, 0.05], at: [0, 0.07, 0.13, 0.22, 0.28] },
  win: { tones: [523, 659, 784], at: [0, 0.11, 0.22] },
  turn: { tones: [660, 880], at: [0, 0.12] },
};
/** @param {string} name @param {BaseAudioContext} [ctx] where it sounds, or is rendered */
export function sound(name, ctx = context()) {
  const { knock: made, tones, at } = SOUNDS[name];
  at.forEach((after, i) => {
    if (made) knock(ctx, after, made);
    else tone(ctx, after, tones[i], 0.3);
  });
}
