// The clock of a decision, four times a second: the ring, the number, and one warning before time is up.
import { t } from '../shared/texts.js';

/** @param {HTMLElement} root @param {() => Model} current @param {(text: string) => void} say */
export const ticking = (root, current, say) =>
  setInterval(() => {
    const model = current();
    if (!model.deadline) return;
    const left = Math.max(0, Math.ceil((model.deadline - Date.now()) / 1000));
    for (const each of root.querySelectorAll('.timer')) {
      const ring = each.querySelector('.ring'),
        round = Number(ring.dataset.round),
        part = Math.max(0, Math.min(1, (model.deadline - Date.now()) / 1000 / (model.of || 30)));
      ring.setAttribute('stroke-dasharray', `${(round * part).toFixed(1)} ${round}`);
      each.querySelector('text').textContent = String(left);
      if (left <= 5) each.classList.add('last');
    }
    if (left === 5 && model.warned !== model.deadline && model.awaited.includes(model.me)) {
      model.warned = model.deadline;
      say(t('timer.last'));
    }
  }, 250);
