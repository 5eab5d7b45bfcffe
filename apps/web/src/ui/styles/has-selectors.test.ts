import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../..', import.meta.url));

/** The selectors of a style sheet; in a nested selector `&` is replaced by the selector around it. */
function selectorsOf(css: string): readonly string[] {
  const selectors: string[] = [];
  const around: string[] = [];
  for (const [, prelude = '', mark] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') around.pop();
    if (mark !== '{') continue;
    const selector = prelude.trim();
    const outer = around.at(-1) ?? '';
    if (selector.startsWith('@')) around.push(outer);
    else {
      around.push(selector.replaceAll('&', outer));
      selectors.push(selector.replaceAll('&', outer));
    }
  }
  return selectors;
}

/**
 * The part of a selector after the compound selector that contains `:has()`. `:where(#root …)` is left out,
 * because it matches few elements.
 */
function afterHas(selector: string): string {
  const [, ...parts] = selector.replaceAll(/:where\(#root[^)]*\)/g, '').split(':has(');
  const rest = parts.at(-1) ?? '';
  let depth = 1;
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === '(') depth++;
    else if (rest[at] === ')') depth--;
    const isOutside = depth <= 0 && /[\s>~+]/.test(rest.charAt(at));
    if (isOutside) return rest.slice(at);
  }
  return '';
}

const namesType = (selector: string): boolean => /(?:^|[\s>~+(,])(?:\*|[a-z])/.test(afterHas(selector));

test.each([
  ['div:has(> .banner) ~ *', true],
  ['.header:not(:hover, :has(button:focus-visible)) > div', true],
  ['.header:not(:has(a)) :is(.name, .facts > span)', true],
  ['div:has(> .banner) ~ :where(#root > *)', false],
  ['.call:has([data-speaking]) .bar::before', false],
  ['.option:has(:checked)', false],
])('of %s the check finds a type selector after :has(): %s', (selector, isFound) => {
  expect(namesType(selector)).toBe(isFound);
});

/*
 * Chromium recomputes the style of every element that matches such a selector when an element is added
 * anywhere: of each line of a text, with each letter. After `~` the cost grows with the square of the number
 * of lines.
 */
test('RTT-12 no selector with :has() ends in a type selector, which lines of text match', () => {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(50);
  const found = sheets.flatMap((path) =>
    selectorsOf(readFileSync(`${source}/${path}`, 'utf8'))
      .filter(namesType)
      .map((selector) => `${path}: ${selector}`),
  );
  expect(found).toEqual([]);
});
