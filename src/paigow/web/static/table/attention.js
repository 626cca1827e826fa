// Calls a player back to the table: sounds for events, and the phone's vibration for "your turn".
import { chosen, setChosen } from '../shared/settings.js';
import { t } from '../shared/texts.js';
import { isTiles } from './model.js';

const sounds = () => import('../shared/sounds.js');
/** @type {Record<string, string>} */
const HEARD = {
  'wager-placed': 'chip',
  'stack-delivered': 'tile',
  'cards-dealt': 'card',
  'hand-exposed': 'tile',
  'dice-shaken': 'dice',
};
/** @param {GameEvent[]} events @param {string} me @param {boolean} tiles */
const heard = (events, me, tiles) => {
  const names = events.map((event) => {
    if (event.event === 'winner-paid' && event.person === me) return 'win';
    const name = HEARD[event.event];
    return name === 'tile' && !tiles ? 'card' : name;
  });
  return [...new Set(names.filter(Boolean))];
};
// Browsers allow sound or vibration only after a touch; sounds are off until somebody turns them on.
/** @param {Model} before @param {Model} model @param {GameEvent[]} events */
export function attend(before, model, events) {
  const turn = model.awaited.includes(model.me) && !before.awaited.includes(model.me);
  if (turn && chosen('vibrate') === 'on' && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
  if (chosen('sound') !== 'on' || document.hidden) return;
  const names = heard(events, model.me, isTiles(model));
  if (turn) names.push('turn');
  if (names.length)
    sounds().then(({ sound }) => {
      for (const name of names) sound(name);
    });
}
export function otherSound() {
  const on = chosen('sound') !== 'on';
  setChosen('sound', on ? 'on' : 'off');
  if (on) sounds().then(({ sound }) => sound('turn'));
  return t(on ? 'sound.on' : 'sound.off');
}
