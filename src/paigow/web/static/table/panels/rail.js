// What lies in front of me: my fan of wagers, my hand, my buttons. Which of them, the phase says.
import { fouled } from '../../pieces/names.js';
import { html } from '../../shared/html.js';
import { t } from '../../shared/texts.js';
import { isTiles, options, seatOf } from '../model.js';
import { myPlace, phaseOf } from '../phase.js';
import { repeatable } from '../spots.js';
import { betPanel, mineNow, myFan } from './bets.js';
import { button, clock, paragraphs } from './buttons.js';
import { chooser } from './choosers.js';
import { draftOf, handPanel } from './hand.js';

/** @param {string} text @param {string} why @param {Cites | undefined} [cites] */
const closed = (text, why, cites = []) =>
  `<button class="btn quiet" disabled>${text}</button><small>${why} ${paragraphs(cites)}</small>`;
/** @param {Model} model @param {string} phase */
function actions(model, phase) {
  const { view } = model,
    draft = draftOf(model);
  switch (phase) {
    case 'set': {
      const help = options(model, 'ask-help').length,
        tiles = isTiles(model);
      const surrender = options(model, 'surrender').length
        ? button('surrender', t('surrender'), { key: 'S' })
        : tiles && model.layout?.surrender
          ? closed(t('surrender'), t('surrender.later'))
          : '';
      return (
        clock(
          model,
          myPlace(model) === seatOf(model) ? t('set.title') : t('set.at', { n: myPlace(model) }),
          t('set.sub'),
        ) +
        button(
          'set',
          draft?.low && !isTiles(model) && fouled(draft.low, draft.high, model.wheelLowest)
            ? t('set.fouled')
            : t('set'),
          { key: 'Enter', cls: 'primary' },
        ) +
        html`
          <div class="pair">
            ${help ? button('houseway', t('houseway'), { key: 'H' }) : ''}
            ${
              options(model, 'ask-dealer').length
                ? button('askdealer', t('askdealer'), { cls: 'quiet slim' })
                : ''
            }
          </div>
        ` +
        surrender
      );
    }
    case 'bet': {
      const again = repeatable(model),
        mine = mineNow(model).length;
      return (
        clock(model, t('bet.open'), t('bet.open.sub')) +
        (mine
          ? button('ready', t('ready'), { key: 'Enter', cls: 'primary', off: model.done ? '1' : '' })
          : button('same', t('same'), { key: 'R', cls: 'primary', off: again ? '' : '1' })) +
        button('double', t('double'), { key: 'D', off: mine ? '' : '1' }) +
        button('clear', t('clear'), { key: 'C', cls: 'quiet', off: mine ? '' : '1' }) +
        (options(model, 'direct-dealer-wager').length
          ? button('nodealer', t('nodealer'), { cls: 'quiet' })
          : '') +
        html`
          <div class="small">
            ${button('leave', t('leave'), { cls: 'quiet slim' })}
            ${button('buyin', t('buyin'), { cls: 'quiet slim' })}
          </div>
        `
      );
    }
    case 'shake':
      return (
        clock(model, t('shake.title'), t('shake.sub')) +
        button('shake', t('shake'), { key: 'Enter', cls: 'primary' }) +
        (options(model, 'leave-shake-to-dealer').length
          ? button('leaveshake', t('leaveshake'), { cls: 'quiet' })
          : options(model, 'ask-dealer').length
            ? button('askdealer', t('leaveshake'), { cls: 'quiet' })
            : '')
      );
    case 'surrender':
      return (
        clock(model, t('surrender.title'), t('surrender.sub')) +
        button('surrender', t('surrender'), { key: 'S' }) +
        button('keep', t('surrender.keep'), { key: 'Enter', cls: 'primary' }) +
        `<small>${t('surrender.what')}</small>`
      );
    default:
      return (
        clock(model, t('wait.title'), t('wait.sub')) +
        (view.bets_open ? '' : `<small>${t('wait.closed')}</small>`)
      );
  }
}

/** @param {Model} model */
export function railPanel(model) {
  const phase = phaseOf(model);
  if (['inspect', 'offer', 'cut', 'cutcards', 'style', 'choose', 'watch'].includes(phase))
    return `<main class="rail chooser ${phase}" id="front" tabindex="-1">${chooser(model, phase)}</main>`;
  const middle = phase === 'bet' ? betPanel(model) : handPanel(model);
  return html`
    <main class="rail ${phase} ${isTiles(model) ? 'tiles' : 'cards'}" id="front" tabindex="-1">
      ${myFan(model)}${middle}
      <div class="act">${actions(model, phase)}</div>
    </main>
  `;
}
