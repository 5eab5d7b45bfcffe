/**
 * Removes from i18next what Samtal never runs: its log, the fetching of texts, which the catalogues do themselves,
 * formats, texts within texts and keys with parts, which no catalogue has, variants of languages, default texts,
 * copies, and its list of right-to-left languages. The test compares the two on every text of the catalogues.
 */
import { withoutLogs } from './without-logs.mjs';

/** Finds a text, with the plural form that the language has for `count`, and puts the values into it. */
const translator = `class Translator extends EventEmitter {
  constructor(services) {
    super();
    this.services = services;
  }
  changeLanguage(lng) {
    if (lng) this.language = lng;
  }
  resolve(key, { lng = this.language, count }) {
    const { resourceStore, languageUtils, pluralResolver } = this.services;
    for (const code of languageUtils.toResolveHierarchy(lng)) {
      const suffixes = typeof count === 'number'
        ? [...(count === 0 ? ['_zero'] : []), pluralResolver.getSuffix(code, count), '', '_other']
        : [''];
      for (const suffix of suffixes) {
        const found = resourceStore.getResource(code, 'translation', key + suffix);
        if (found) return found;
      }
    }
  }
  translate(key, options = {}) {
    const found = this.resolve(key, options);
    if (found === undefined) this.emit('missingKey', this.language, 'translation', key, key);
    return this.services.interpolator.interpolate(found ?? key, options);
  }
}
`;

const languages = `class LanguageUtil {
  constructor(options) {
    this.options = options;
  }
  toResolveHierarchy(code) {
    return [...new Set([code, ...this.options.fallbackLng])];
  }
  getBestMatchFromCodes() {
    return this.options.fallbackLng[0];
  }
}
`;

const plurals = `class PluralResolver {
  constructor() {
    this.rules = {};
  }
  getSuffix(code, count) {
    this.rules[code] ??= new Intl.PluralRules(code);
    return '_' + this.rules[code].select(count);
  }
}
`;

/** A value that is not given stays visible; React escapes what it renders. */
const interpolator = `class Interpolator {
  interpolate(text, values) {
    return text.replace(/\\{\\{(.+?)\\}\\}/g, (place, name) =>
      name in values ? String(values[name] ?? '') : place);
  }
}
`;

const method = (name, parameters = '[^)\\n]*') =>
  new RegExp(`^ {2}${name}\\(${parameters}\\) \\{\\n[^]*?^ {2}\\}\\n`, 'm');

/** Each part of the source, and what replaces it. */
const replacements = /** @type {const} */ ([
  [/^class RegExpCache \{\n[^]*?(?=^const getCleanedCode)/m, ''],
  [
    /^function createProxy\(\) \{\n[^]*?(?=^const shouldHandleAsObject)/m,
    'const keysFromSelector = key => key;\n',
  ],
  [/^const deepFindWithDefaults = [^]*?(?=^class Interpolator)/m, ''],
  [/^class Translator extends EventEmitter \{\n[^]*?^\}\n/m, translator],
  [/^class LanguageUtil \{\n[^]*?^\}\n/m, languages],
  [/^class PluralResolver \{\n[^]*?^\}\n/m, plurals],
  [/^class Interpolator \{\n[^]*?^\}\n/m, interpolator],
  [/^class Connector extends EventEmitter \{\n[^]*?^\}\n/m, 'class Connector extends EventEmitter {}\n'],
  [/^class Formatter \{\n[^]*?^\}\n/m, 'class Formatter { format(value) { return value; } }\n'],
  [
    method('getResource'),
    '  getResource(lng, ns, key) {\n    return getPath(this.data, key === undefined ? [lng, ns] : [lng, ns, key]);\n  }\n',
  ],
  [method('addResource', '[^]*?'), ''],
  [method('addResources', '[^]*?'), ''],
  [method('removeResourceBundle'), ''],
  [method('loadResources'), '  loadResources(language, callback = noop) {\n    callback(null);\n  }\n'],
  [method('reloadResources'), ''],
  ['        reloadResources: this.reloadResources.bind(this)\n', ''],
  [method('hydrate'), ''],
  [method('loadNamespaces'), ''],
  [method('loadLanguages'), ''],
  [method('dir'), ''],
  [method('cloneInstance'), ''],
]);

/** @param {string} code the source of `i18next.js` */
export function leanI18next(code) {
  let lean = code;
  for (const [part, replacement] of replacements) {
    const isThere = typeof part === 'string' ? lean.includes(part) : part.test(lean);
    if (!isThere) throw new Error(`i18next.js does not match ${part}: see tools/lean/lean-i18next.mjs`);
    lean = lean.replace(part, () => replacement);
  }
  return withoutLogs(lean);
}
