// Shared by the pages for study: questions whose answers take time, and files to save.

import { api } from './connection.js';
import { html } from './html.js';
import { t } from './texts.js';

const AGAIN = 1200;
/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));
// Poll until the answer is ready. `wanted` says whether anybody still waits, `told` is called with the
// progress, `begun` is the first response if it was already requested.
/**
 * @param {string} path
 * @param {{
 *   wanted: () => boolean, told?: (progress: number | null) => void, body?: unknown,
 *   begun?: Promise<any> | null,
 * }} given
 * @returns {Promise<any>} null if nobody waits any more
 */
export async function settled(path, { wanted, told = () => {}, body, begun = null }) {
  let asked = begun || api(path, body);
  while (wanted()) {
    const answer = await asked;
    if (!wanted()) return null;
    if (answer.ready) return answer.result;
    told(answer.progress);
    await pause(AGAIN);
    if (wanted()) asked = api(path, body);
  }
  return null;
}
// What went wrong, in words.
/** @param {any} error */
export const problemOf = (error) => {
  const { problem, allowed } = error.detail || {};
  return problem ? [problem, allowed].filter(Boolean).join(' ') : t('error.gone');
};
/** @param {number | null} progress */
export const progressBar = (progress) => {
  const done = Math.floor((progress ?? 0) * 100),
    value = progress === null ? '' : `value="${progress}"`;
  return html`
    <div class="counting" role="status">
      <p>${progress === null ? t('study.waiting') : t('study.counting', { done })}</p>
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
