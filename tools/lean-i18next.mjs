/**
 * Removes from i18next what Samtal never runs: its log, the fetching of texts, which the catalogues do
 * themselves, formats and texts within texts, which no catalogue has, copies, and its list of right-to-left
 * languages.
 */
import { withoutLogs } from './without-logs.mjs';

/** Each part of the source, and what replaces it. */
const replacements = /** @type {const} */ ([
  [/^class Connector extends EventEmitter \{\n[^]*?^\}\n/m, 'class Connector extends EventEmitter {}\n'],
  [/^class Formatter \{\n[^]*?^\}\n/m, 'class Formatter { format(value) { return value; } }\n'],
  [/^ {2}nest\(str, fc, options = \{\}\) \{\n[^]*?^ {2}\}\n/m, '  nest(str) { return str; }\n'],
  [/^ {2}dir\(lng\) \{\n[^]*?^ {2}\}\n/m, ''],
  [/^ {2}cloneInstance\(options = \{\}, callback = noop\) \{\n[^]*?^ {2}\}\n/m, ''],
]);

/** @param {string} code the source of `i18next.js` */
export function leanI18next(code) {
  let lean = code;
  for (const [part, replacement] of replacements) {
    if (!part.test(lean)) throw new Error(`i18next.js does not match ${part}: see tools/lean-i18next.mjs`);
    lean = lean.replace(part, () => replacement);
  }
  return withoutLogs(lean);
}
