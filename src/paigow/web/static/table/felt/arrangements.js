// The style sheet's layouts: a phone either way, a tablet in landscape or portrait, a wide screen.
import { flatFelt, uprightFelt, wideFelt } from './felt.js';
import { tallFelt, turnedFelt } from './phone-felt.js';

export const PHONE = window.matchMedia(
    '(max-width: 720px), (orientation: landscape) and (max-width: 860px), ' +
      '(max-height: 560px) and (max-width: 1100px)',
  ),
  UPRIGHT = window.matchMedia('(max-width: 1279px) and (orientation: portrait)'),
  TABLET = window.matchMedia('(max-width: 1279px)'),
  TURNED = window.matchMedia('(min-width: 561px) and (orientation: landscape)');
export const feltFor = () =>
  PHONE.matches
    ? TURNED.matches
      ? turnedFelt
      : tallFelt
    : UPRIGHT.matches
      ? uprightFelt
      : TABLET.matches
        ? flatFelt
        : wideFelt;
