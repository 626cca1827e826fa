// Events shown as movement above the felt: tiles, cards, and chips fly as separate pictures, so that only
// transform and opacity change and the felt below is painted once. Driven by events alone.
import { cutOrder, turns } from '../pieces/delivery.js';
import { back, cardBack, stack, svg } from '../pieces/drawings.js';
import { chips, cover } from '../pieces/tokens.js';
import { stackOf } from './felt/fan.js';
import { stakeOf, wagersAt } from './model.js';

const EASE = 'cubic-bezier(.2,.8,.2,1)';
const MOST = 60;
/** @param {DOMRect} box */
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

// Places on the felt as points of the layer above it; places not drawn at this size have a point too.
/** @param {HTMLElement} root */
export function stageOf(root) {
  const layer = root.querySelector('.movers'),
    felt = root.querySelector('.felt svg');
  if (!layer || !felt?.getBoundingClientRect().width) return null;
  const origin = layer.getBoundingClientRect(),
    area = felt.getBoundingClientRect(),
    scale = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (felt)).getScreenCTM()?.a || 1;
  /** @param {string} key */
  const find = (key) => felt.querySelector(`[data-move="${key}"], [data-spot="${key}"]`);
  /** @param {string} key */
  const box = (key) => find(key)?.getBoundingClientRect();
  /** @param {string} key */
  const at = (key) => {
    const found = box(key);
    const [x, y] = found
      ? middle(found)
      : [area.x + area.width / 2, area.y + (key === 'center' ? area.height * 0.4 : 4)];
    return [x - origin.x, y - origin.y];
  };
  /** @param {string} key @param {any} usual */
  const size = (key, usual) => (box(key)?.height || usual * scale) / usual;
  return { layer, scale, find, at, size };
}

/**
 * @param {Stage} stage
 * @param {Mover} given1
 * @param {Point[]} points
 * @param {{ delay?: number, duration?: number, easing?: string, fade?: boolean }} given3
 */
function fly(stage, [width, height, art, like], points, { delay = 0, duration = 320, easing = EASE, fade }) {
  const { layer } = stage,
    scale = like ? stage.size(like, height - 4) : stage.scale;
  layer.insertAdjacentHTML('beforeend', svg(width, height, art, 'aria-hidden="true"'));
  const piece = layer.lastElementChild;
  const frames = points.map(([x, y, turn = 0], i) => ({
    transform:
      `translate(${(x - width / 2).toFixed(1)}px, ${(y - height / 2).toFixed(1)}px) ` +
      `scale(${scale.toFixed(3)}) rotate(${turn}deg)`,
    opacity: fade && i === points.length - 1 ? 0 : 1,
  }));
  const moving = piece.animate(frames, { delay, duration, easing, fill: 'both' });
  moving.onfinish = moving.oncancel = () => piece.remove();
}
/** @param {Point} given @param {Point} given1 @returns {Point[]} */
const arc = ([x1, y1], [x2, y2]) => [
  [x1, y1],
  [(x1 + x2) / 2, (y1 + y2) / 2 - Math.min(40, Math.abs(x2 - x1) * 0.12)],
  [x2, y2],
];
// What is already drawn stays hidden until its animation arrives.
/** @param {HTMLElement} element @param {number} until */
const hold = (element, until) => element?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: until });

// ---- pieces
// Width, height, picture, and what lies on the felt that it is as tall as.
/** @type {Mover} */
const TILE = [24, 56, back(1, 1, 52), 'stock0'];
/** @type {Mover} */
const FOUR = [24, 62, stack(1, 2, 52), 'stock0'];
/** @type {Mover} */
const CARD = [36, 48, cardBack(1, 1, 44)];
/** @type {Mover} */
const PACK = [46, 48, [0, 1, 2].map((i) => cardBack(1 + i * 5, 1, 44)).join('')];

/** @param {Stage} stage */
function wash(stage) {
  const left = stage.at('stock0'),
    right = stage.at('stock7'),
    wide = right[0] - left[0] || 160;
  for (let i = 0; i < 16; i += 1) {
    /** @param {number} k */
    const round = (k) => {
      const angle = (i / 16 + k * 0.29) * 2 * Math.PI;
      const out = 0.28 + 0.2 * ((i * 7 + k * 5) % 5) * 0.25;
      return [
        left[0] + wide / 2 + Math.cos(angle) * wide * out,
        left[1] + Math.sin(angle) * 26 * stage.scale,
        (i * 53 + k * 70) % 180,
      ];
    };
    const home = [left[0] + (wide * (i % 8)) / 7, left[1], 0];
    fly(stage, TILE, [round(0), round(1), round(2), round(3), home], {
      duration: 1100,
      easing: 'ease-in-out',
    });
  }
  for (let i = 0; i < 8; i += 1) hold(stage.find(`stock${i}`), 1080);
  return 1100;
}
/** @param {Stage} stage */
function stacked(stage) {
  const from = stage.at('tray');
  for (let i = 0; i < 8; i += 1) {
    const spot = stage.find(`stock${i}`);
    if (!spot) continue;
    fly(stage, FOUR, [from, stage.at(`stock${i}`)], { delay: i * 60, duration: 260 });
    hold(spot, i * 60 + 250);
  }
  return 700;
}
/** @param {Stage} stage @param {GameEvent} event */
function cut(stage, event) {
  const order = cutOrder(event.cut);
  order.forEach((old, i) => {
    const spot = stage.find(`stock${i}`);
    if (!spot || old === i + 1) return;
    const [x, y] = stage.at(`stock${i}`),
      [fromX] = stage.at(`stock${old - 1}`),
      near = Math.sign(fromX - x) * 22 * stage.scale;
    fly(
      stage,
      FOUR,
      [
        [fromX, y],
        [fromX, y + near],
        [x, y + near],
        [x, y],
      ],
      { duration: 900, easing: 'ease-in-out' },
    );
    hold(spot, 880);
  });
  return 900;
}
/** @param {Stage} stage */
function riffle(stage) {
  const [x, y] = stage.at('hand0spot');
  for (let i = 0; i < 8; i += 1) {
    const side = i % 2 ? 1 : -1,
      out = [x + side * 34 * stage.scale, y];
    fly(stage, CARD, [[x, y], out, out, [x, y - i * 0.8]], {
      delay: i * 45,
      duration: 620,
      easing: 'ease-in-out',
    });
  }
  return 900;
}
/** @param {Stage} stage */
function cutCards(stage) {
  const [x, y] = stage.at('hand0spot'),
    wide = 50 * stage.scale;
  fly(
    stage,
    PACK,
    [
      [x, y],
      [x + wide, y],
      [x + wide, y + 6],
      [x, y + 6],
    ],
    { duration: 800, easing: 'ease-in-out' },
  );
  fly(
    stage,
    PACK,
    [
      [x, y],
      [x, y],
      [x, y - 4],
      [x, y - 4],
    ],
    { duration: 800, easing: 'ease-in-out' },
  );
  return 800;
}
/** @param {Stage} stage @param {number} place */
const target = (stage, place) =>
  [`hand${place}`, `p${place}-0b`, `seat${place}`, 'hand0spot'].find((key) => stage.find(key)) || 'center';
// In the requested style: the four tiles leave the stacks they are taken from.
/** @param {Stage} stage @param {GameEvent} event @param {Model} model @param {number} delay */
function delivered(stage, event, model, delay) {
  const count = model.view.hands.findIndex((hand) => hand.place === event.place);
  const four = turns(model.view.delivery || 'house-way-right')[count];
  const key = event.place === 7 ? 'deadspot' : target(stage, event.place);
  const to = stage.at(key);
  for (const at of new Set((four || []).map(([from]) => from)))
    fly(stage, FOUR, arc(stage.at(`stock${at}`), to), { delay, duration: 320 });
  hold(stage.find(`hand${event.place}`), delay + 300);
  return 140;
}
/** @param {Stage} stage @param {Model} model */
function dealt(stage, model) {
  const from = stage.at('shoe');
  model.view.hands.forEach((hand, i) => {
    const key = target(stage, hand.place);
    fly(stage, PACK, arc(from, stage.at(key)), { delay: i * 140, duration: 320 });
    hold(stage.find(`hand${hand.place}`), i * 140 + 300);
  });
  return model.view.hands.length * 140 + 320;
}

// ---- chips
/** @param {number} cents @returns {Mover} */
const chipsArt = (cents) => [36, 44, chips(stackOf(Math.max(100, cents)), 18, 26, 14)];
/** @param {Model} model */
const till = (model) => (model.view.bank ? 'center' : 'tray');
/** @param {View} view @param {{ position?: number }} event @param {string} [kind] */
const staked = (view, event, kind) =>
  wagersAt(view, event.position)
    .filter((wager) => !kind || wager.kind === kind)
    .reduce((sum, wager) => sum + stakeOf(wager), 0);
/** @type {Record<string, ChipMove>} */
const chipMoves = {
  'wager-placed': (stage, event, model, _before, delay) => {
    const { position } = event.wager || event;
    if (position === undefined) return 0;
    const to = stage.at(`seat${position}`),
      from = event.person === model.me ? [to[0], to[1] + 120] : stage.at(`plate${position}`);
    const cents = event.wager ? stakeOf(event.wager) : 500;
    fly(stage, chipsArt(cents), [from, to], { delay, duration: 220 });
    return 60;
  },
  'wagers-lost': (stage, event, model, before, delay) => {
    const cents = staked(before, event);
    if (!cents) return 0;
    fly(stage, chipsArt(cents), arc(stage.at(`seat${event.position}`), stage.at(till(model))), {
      ...{ delay, duration: 420, easing: 'ease-in', fade: till(model) === 'tray' },
    });
    return 180;
  },
  'wagers-pushed': (stage, event, _model, before, delay) => {
    if (event.left?.length) return 0;
    fly(
      stage,
      chipsArt(staked(before, event)),
      [stage.at(`seat${event.position}`), stage.at(`plate${event.position}`)],
      {
        ...{ delay, duration: 420, easing: 'ease-in', fade: true },
      },
    );
    return 180;
  },
  // What stayed down to the end of the round is returned, spot by spot.
  'pushes-returned': (stage, event, _model, before, delay) => {
    for (const position of new Set(event.keys.map((/** @type {[any, any]} */ [, spot]) => spot)))
      fly(
        stage,
        chipsArt(staked(before, { position })),
        [stage.at(`seat${position}`), stage.at(`plate${position}`)],
        {
          ...{ delay, duration: 420, easing: 'ease-in', fade: true },
        },
      );
    return 180;
  },
  'winner-paid': (stage, event, model, _before, delay) => {
    if (!event.won) return 0;
    const seat = stage.at(`seat${event.position}`),
      beside = [seat[0] + 26 * stage.scale, seat[1]],
      plate = stage.at(`plate${event.position}`);
    const from = stage.at(till(model));
    fly(stage, chipsArt(event.won), [...arc(from, beside), beside, beside, plate], {
      ...{ delay, duration: 1300, easing: 'ease-in-out', fade: true },
    });
    return 180;
  },
  'center-closed': (stage, event, _model, before, delay) => {
    const seat = before.bank?.position;
    if (!seat || !event.to_bank) return 0;
    fly(stage, chipsArt(event.to_bank), arc(stage.at('center'), stage.at(`plate${seat}`)), {
      ...{ delay, duration: 600, easing: 'ease-in', fade: true },
    });
    return 180;
  },
};
for (const tag of ['dice-wagers-lost', 'main-wagers-lost-to-triple', 'pair-fortunes-lost'])
  chipMoves[tag] = chipMoves['wagers-lost'];
for (const tag of [
  'dice-wager-paid',
  'pair-fortunes-paid',
  'optional-settled',
  'progressive-settled',
  'envy-paid',
])
  chipMoves[tag] = chipMoves['winner-paid'];

/** @param {Stage} stage */
function lid(stage) {
  const [x, y] = stage.at('shaker');
  fly(
    stage,
    [100, 104, cover(50, 48, 43), 'shaker'],
    [
      [x, y],
      [x + 6, y - 26],
      [x + 20, y - 60],
    ],
    {
      duration: 520,
      easing: 'ease-in',
      fade: true,
    },
  );
  return 300;
}
/** @type {Record<string, PieceMove>} */
const pieceMoves = {
  'tiles-washed': wash,
  'tiles-stacked': stacked,
  'stacks-cut': cut,
  'cards-washed': riffle,
  'cards-shuffled': riffle,
  'cards-cut': cutCards,
  'lid-lifted': lid,
  'stack-delivered': delivered,
  'cards-dealt': (stage, _event, model) => dealt(stage, model),
};

// Play the animations of these events; `before` is the table without them.
/** @param {HTMLElement} root @param {GameEvent[]} events @param {Model} model @param {View} before */
export function play(root, events, model, before) {
  if (!events.length || events.length > MOST) return;
  const stage = stageOf(root);
  if (!stage) return;
  let delay = 0;
  for (const event of events) {
    const moves = pieceMoves[event.event];
    if (moves) delay += moves(stage, event, model, delay) || 0;
    else if (chipMoves[event.event]) delay += chipMoves[event.event](stage, event, model, before, delay) || 0;
  }
}
