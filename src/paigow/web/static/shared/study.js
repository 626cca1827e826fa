// Shared by the pages for study: questions whose answers take time, and files to save.

import { api } from './connection.js';
import { copyText } from './copying.js';
import { html } from './html.js';
import { t } from './texts.js';

// How far a count is, and how long it has been waited for.
/** @typedef {{ done: number | null, seconds: number }} Far */

const AGAIN = 1200;
const SECOND = 1000;
/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));
// Poll until the answer is ready. `wanted` says whether anybody still waits, `told` is called with the
// progress, and every second in between: a count can be minutes in one part. `begun` is the first response
// if it was already requested.
/**
 * @param {string} path
 * @param {{
 *   wanted: () => boolean, told?: (far: Far) => void, body?: unknown,
 *   begun?: Promise<any> | null,
 * }} given
 * @returns {Promise<any>} null if nobody waits any more
 */
export async function settled(path, { wanted, told = () => {}, body, begun = null }) {
  let asked = begun || api(path, body),
    /** @type {number | null} */ done = 0;
  const since = Date.now(),
    tell = () => wanted() && told({ done, seconds: secondsSince(since) }),
    clock = setInterval(tell, SECOND);
  try {
    while (wanted()) {
      const answer = await asked;
      if (!wanted()) return null;
      if (answer.ready) return answer.result;
      done = answer.progress;
      tell();
      await pause(AGAIN);
      if (wanted()) asked = api(path, body);
    }
  } finally {
    clearInterval(clock);
  }
  return null;
}
/** @param {number} time */
export const secondsSince = (time) => Math.floor((Date.now() - time) / SECOND);
// What went wrong, in words.
/** @param {any} error */
export const problemOf = (error) => {
  const { problem, allowed } = error.detail || {};
  return problem ? [problem, allowed].filter(Boolean).join(' ') : t('error.gone');
};
/** @param {number} seconds */
const clockOf = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
// The time is for the eye: read aloud every second, it would drown everything else.
/** @param {Far | null} far null before the first answer */
export const progressBar = (far) => {
  const { done, seconds } = far ?? { done: 0, seconds: 0 },
    value = done === null ? '' : `value="${done}"`,
    said = done === null ? t('study.waiting') : t('study.counting', { done: Math.floor(done * 100) });
  return html`
    <div class="counting" role="status">
      <p>${said}<span class="num" aria-hidden="true"> · ${clockOf(seconds)}</span></p>
      <progress ${value} aria-label="${t('study.progress')}"></progress>
    </div>
  `;
};
/** @param {string | Blob} what @param {string} name @param {string} [kind] */
export function download(what, name, kind = 'text/plain') {
  const href = URL.createObjectURL(new Blob([what], { type: kind }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
// The button itself says whether the page's address was copied.
/** @param {HTMLElement} button */
export async function copyAddress(button) {
  button.textContent = t((await copyText(location.href)) ? 'study.copied' : 'study.uncopied');
}
const PIXELS = 2;
// A drawing as PNG, with this many pixels for each of its own.
/** @param {string} drawing an SVG that stands by itself @param {string} name */
export async function downloadPng(drawing, name) {
  const href = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' })),
    image = Object.assign(new Image(), { src: href });
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: image.naturalWidth * PIXELS,
    height: image.naturalHeight * PIXELS,
  });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(href);
  const png = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done, 'image/png'));
  download(png, name, 'image/png');
}
