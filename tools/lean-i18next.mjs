/** Removes from i18next what Samtal never runs: its log, and the fetching of texts, which the catalogues do themselves. */
import { withoutLogs } from './without-logs.mjs';

const connector = /^class Connector extends EventEmitter \{\n[^]*?^\}\n/m;

/** @param {string} code the source of `i18next.js` */
export function leanI18next(code) {
  if (!connector.test(code)) throw new Error('i18next.js has no class Connector: see tools/lean-i18next.mjs');
  return withoutLogs(code.replace(connector, 'class Connector extends EventEmitter {}\n'));
}
