/** Finds the parts of style sheets that are newer than the oldest supported browsers. */

/** Yields the preludes of rules, and the declarations, without comments and strings. */
function* piecesOf(css) {
  const bare = css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  for (const [, text, end] of bare.matchAll(/([^{};]*)([{};])/g))
    if (text.trim() !== '')
      yield { text: text.trim(), isPrelude: end === '{' || text.trim().startsWith('@') };
}

const families = [
  [/^d(?:v[hwib]|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(?:v[hwib]|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(?:v[hwib]|vmin|vmax)$/, 'viewport_percentage_units_large'],
  [/^cq(?:[hwib]|min|max)$/, 'container_query_length_units'],
];
const featureOfUnit = (unit) => families.find(([pattern]) => pattern.test(unit))?.[1] ?? unit;

/**
 * Creates the function that finds in a style sheet what is newer than the oldest browsers.
 * @param {ReturnType<import('./compatibility.mjs').readCompatibility>} compatibility
 */
export function createStyleReader({ data: { css }, isOld }) {
  const { 'at-rules': atRules, properties, selectors, types } = css;
  const all = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

  function* partsOfPrelude(text) {
    const atRule = /^@([a-z-]+)/.exec(text)?.[1];
    if (atRule === undefined) {
      for (const name of all(text, /::?([a-z][a-z-]*)/g)) yield [`:${name}`, selectors[name]];
      return;
    }
    yield [`@${atRule}`, atRules[atRule]];
    if (atRule === 'media')
      for (const name of all(text, /\(([a-z-]+)/g)) yield [`@media (${name})`, atRules.media[name]];
  }

  function* partsOfDeclaration(text) {
    const [, name = '', value = ''] = /^([\w-]+)\s*:\s*([^]*)$/.exec(text) ?? [];
    yield [name, properties[name]];
    for (const word of all(value, /(?<![\w-])([a-z][a-z-]*)(?![\w(-])/g))
      yield [`${name}: ${word}`, properties[name]?.[word]];
    for (const word of all(value, /(?<![\w-])([a-z][a-z-]*)\(/g))
      yield [`${word}()`, types[word] ?? types.color[word] ?? properties[name]?.[word]];
    for (const unit of all(value, /\d([a-z]+)\b/g)) yield [`1${unit}`, types.length[featureOfUnit(unit)]];
  }

  return {
    newerIn(sheet) {
      const parts = [...piecesOf(sheet)].flatMap(({ text, isPrelude }) => [
        ...(isPrelude ? partsOfPrelude(text) : partsOfDeclaration(text)),
      ]);
      return new Set(
        parts.filter(([, feature]) => !isOld(feature, { mayHavePrefix: true })).map(([name]) => name),
      );
    },
  };
}
