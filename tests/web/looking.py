"""What can be measured about a page's looks: nothing cut off, no overlaps, no letter too small."""

from __future__ import annotations

__all__ = ["ALONE", "LOOK"]

LOOK = """() => {
  const seen = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = [...document.querySelectorAll('#page *')].filter((each) =>
    !each.closest('.sr, option, script') && seen(each) &&
    [...each.childNodes].some((child) => child.nodeType === 3 && child.nodeValue.trim()));
  // Where its words are seen; those for the ear alone take no room.
  const boxOf = (each) => {
    const range = document.createRange();
    const heard = each.querySelector('.sr');
    range.selectNodeContents(each);
    if (heard) range.setEndBefore(heard);
    const box = range.getBoundingClientRect();
    return { x: box.left, y: box.top, r: box.right, b: box.bottom, w: box.width, h: box.height };
  };
  // Line by line, as far as what it scrolls in shows it: a sentence that wraps fills no box of its own.
  const linesOf = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const at = each.parentElement.closest('.duty, .scroll, .under section, .side section'),
      edge = at ? at.getBoundingClientRect() : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const words = [...each.childNodes].filter((child) => child.nodeType === 3 && child.nodeValue.trim());
    return words.flatMap((child) => {
      range.selectNodeContents(child);
      return [...range.getClientRects()].map((box) => ({
        x: Math.max(edge.left, box.left), y: Math.max(edge.top, box.top),
        r: Math.min(edge.right, box.right), b: Math.min(edge.bottom, box.bottom),
      })).filter((box) => box.r > box.x && box.b > box.y);
    });
  };
  // What is scrolled away goes under a head that stays.
  const under = (one, other) => [one, other].every((each) => each.closest('.duty')) &&
    !!one.closest('.told') !== !!other.closest('.told');
  const said = (each) => each.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
  // What may be scrolled to is not cut; what is hidden by an edge is.
  const edges = (each) => {
    for (let at = each.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return null;
      if (style.overflowX === 'hidden' || at.nodeName === 'svg') return at.getBoundingClientRect();
    }
    return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  };
  const cut = [], small = [], over = [], all = [];
  for (const each of words) {
    const box = boxOf(each), edge = edges(each);
    // Words on an arc fill a box far larger than themselves; what lies wholly behind an edge is not seen.
    if (each.closest('textPath') || (edge && (box.x >= edge.right || box.y >= edge.bottom ||
      box.r <= edge.left || box.b <= edge.top))) continue;
    if (edge && (box.x < edge.left - 1.5 || box.r > edge.right + 1.5 || box.y < edge.top - 2.5 ||
      box.b > edge.bottom + 2.5)) cut.push(said(each));
    const matrix = each.ownerSVGElement ? each.getScreenCTM() : null;
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    const size = parseFloat(getComputedStyle(each).fontSize) * scale;
    if (size < 10.95 && !each.closest('.card, .chip, kbd, .stylebtn svg'))
      small.push(`${said(each)} ${size.toFixed(1)}`);
    if (!each.closest('[aria-hidden=true]') || each.closest('.felt')) all.push([each, linesOf(each)]);
  }
  const meet = (a, b) => Math.min(a.r, b.r) - Math.max(a.x, b.x) > 2.5 &&
    Math.min(a.b, b.b) - Math.max(a.y, b.y) > 4;
  all.forEach(([one, mine], i) => all.slice(i + 1).forEach(([other, theirs]) => {
    if (mine.some((a) => theirs.some((b) => meet(a, b))) && !one.contains(other) && !other.contains(one) &&
      !one.closest('.chip, .card') && !other.closest('.chip, .card') && !under(one, other))
      over.push(`${said(one)} | ${said(other)}`);
  }));
  // A word must not run out of the button it stands on.
  for (const each of document.querySelectorAll('#page button, #page a.btn')) {
    if (!seen(each) || each.closest('.sr')) continue;
    const box = boxOf(each), edge = each.getBoundingClientRect();
    if (edge.width > 2 && (box.x < edge.left - 1 || box.r > edge.right + 1) && !each.matches('.piece'))
      cut.push(`on its button: ${said(each)}`);
  }
  // Scroll bars belong to lists that may grow, never to the page's own frame.
  const still = '.app, .felt, .railbox, .rail, .hand, .act, .choice, .ticker, .stage';
  const bars = [...document.querySelectorAll(still)]
    .filter((each) => seen(each) && each.clientHeight &&
      (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1) &&
      /auto|scroll/.test(getComputedStyle(each).overflowX + getComputedStyle(each).overflowY))
    .map((each) => each.className);
  // A sign on the felt that is no word and that nothing names.
  const bare = words.filter((each) => each.closest('.felt') && !/[\\p{L}\\p{N}]/u.test(each.textContent) &&
    !each.closest('.card, .chip, g[role=img], g[data-act]')).map(said);
  // The dealer's cards lie in their own box while they are face down, and never on that of the low hand.
  const spilled = [...document.querySelectorAll('.felt [data-move=hand0]')].filter(seen).flatMap((hand) => {
    const [high, low] = [...hand.parentElement.querySelectorAll('.dealer-area')]
      .map((area) => area.getBoundingClientRect()), cards = hand.getBoundingClientRect();
    return !high || (cards.left >= high.left && cards.right <= high.right && cards.right < low.left &&
      cards.top >= high.top && cards.bottom <= high.bottom) ? [] : [[cards, high]];
  });
  // Hands and their comparisons end above the buttons.
  const act = document.querySelector('.railbox .act')?.getBoundingClientRect();
  const crossed = (box) => Math.min(box.bottom, act.bottom) - Math.max(box.top, act.top) > 1 &&
    Math.min(box.right, act.right) - Math.max(box.left, act.left) > 1;
  const covered = [...document.querySelectorAll('.railbox :is(.duel, .slot, .choice, .ask)')]
    .filter((each) => act?.height && seen(each) && crossed(each.getBoundingClientRect()))
    .map((each) => each.className);
  // What is pressed and compared lies on the screen, all of it.
  const whole = [...document.querySelectorAll('.railbox :is(.duel, .slot, .btn, .chipbtn)')];
  const beyond = whole.filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return seen(each) && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  }).map((each) => each.className);
  const texts = words.map((each) => each.textContent);
  const labels = [...document.querySelectorAll('#page [aria-label]')].map((each) => each.ariaLabel);
  return {
    wide: document.documentElement.scrollWidth > innerWidth,
    tall: document.documentElement.scrollHeight > innerHeight,
    untold: [...texts, ...labels].filter((text) => text.includes('⟨')),
    phase: document.querySelector('.app')?.classList[1] || '',
    cut, small, over, bars, bare, spilled, covered, beyond,
  };
}"""
# Marks such as a colon at the start of a line, cut off from the word before them, at any width of the page.
ALONE = """() => {
  const main = document.querySelector('main'), found = new Set(), range = document.createRange();
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT), nodes = [];
  while (texts.nextNode()) {
    const { currentNode: text } = texts, after = text.previousSibling?.getClientRects;
    if (after && /^[.,:;!?，。：；！？]/.test(text.nodeValue)) nodes.push(text);
  }
  for (let width = 260; width < 360; width += 1) {
    main.style.width = `${width}px`;
    for (const text of nodes) {
      const before = [...text.previousSibling.getClientRects()].at(-1);
      range.setStart(text, 0);
      range.setEnd(text, 1);
      if (before && range.getBoundingClientRect().top >= before.bottom - 2)
        found.add(text.parentElement.textContent);
    }
  }
  main.style.width = '';
  return [nodes.length, [...found]];
}"""
