import type { ScreenFacts } from '../../client/ports/call-probe.ts';

const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
};

const firstShown = (selector: string, within: ParentNode = document): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].find(isShown);

const textIn = (element: Element | null | undefined): string => element?.textContent.trim() ?? '';

/** The accessible name, from the attributes and labels that the page uses. */
function nameOf(element: HTMLElement | undefined): string {
  if (element === undefined) return '';
  const labels = element instanceof HTMLTextAreaElement ? [...element.labels] : [];
  const named = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => textIn(document.getElementById(id)));
  return (
    [element.getAttribute('aria-label') ?? '', ...named, ...labels.map(textIn)].find((name) => name !== '') ??
    ''
  );
}

function overlap(one: Element, two: Element): boolean {
  const first = one.getBoundingClientRect();
  const second = two.getBoundingClientRect();
  return (
    Math.min(first.right, second.right) - Math.max(first.left, second.left) > 1 &&
    Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top) > 1
  );
}

/** The look of an element that does not depend on its place: border, background, alignment and letters. */
function lookOf(element: Element): string {
  const { borderWidth, borderStyle, borderColor, backgroundColor, color, textAlign } =
    getComputedStyle(element);
  return [borderWidth, borderStyle, borderColor, backgroundColor, color, textAlign].join();
}

/** The element and those around it, up to but without the one that holds `other` as well. */
function* partsOf(element: Element, other: Element): Generator<Element> {
  for (let part: Element | null = element; part !== null && !part.contains(other); part = part.parentElement)
    yield part;
}

function differ(one: Element, two: Element): boolean {
  const looks = (element: Element, other: Element): string =>
    [...partsOf(element, other)].map(lookOf).join(';');
  return looks(one, two) !== looks(two, one);
}

/** The name in the panel that holds both texts. */
function captionOf(log: Element, sent: Element): HTMLElement | undefined {
  const panels = [...partsOf(log, sent)];
  const panel = panels.at(-1)?.parentElement?.parentElement;
  return panel ? firstShown('bdi', panel) : undefined;
}

/** Reads the screen of the call in progress as a user and a screen reader find it. */
export function readScreen(): ScreenFacts {
  const log = firstShown('[role="log"]');
  const turn = log === undefined ? undefined : firstShown('article[data-author="other"]', log);
  const received = turn ?? log;
  const sent = firstShown('textarea');
  const heading = textIn(firstShown('h1'));
  // Where the window is too low for captions, the heading is the only name; a call has two ends.
  const caption = log && sent ? captionOf(log, sent) : undefined;
  return {
    remoteName: heading,
    received: nameOf(received),
    sent: nameOf(sent),
    writer: turn === undefined ? textIn(caption) || heading : nameOf(turn),
    isApart: log && received && sent ? !overlap(log, sent) && differ(received, sent) : false,
  };
}
