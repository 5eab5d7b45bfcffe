/** Builds JsSIP without what no page of ours runs; `docs/decisions/0006-jssip-is-trimmed.md` says why and how. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leanGrammar } from './lean-grammar.mjs';
import { root } from './runtime.mjs';
import { withoutLogs } from './without-logs.mjs';

/** Packages of which JsSIP uses little. What is in their place is tested as code of our own. */
const replacements = {
  debug: 'silent-debug.cjs',
  events: 'emitter.ts',
  'sdp-transform': 'sdp-directions.ts',
};
const parts = join(root, 'apps/web/src/platform/signalling/jssip-parts');
const alias = Object.fromEntries(
  Object.entries(replacements).map(([name, file]) => [name, join(parts, file)]),
);

/** Subscriptions and transfers, refused before they are reached, and the WebSocket that sip-socket.ts stands for. */
export const leftOut = [
  'Notifier',
  'Options',
  'RTCSession/ReferNotifier',
  'RTCSession/ReferSubscriber',
  'Subscriber',
  'WebSocketInterface',
];
const leftOutFiles = new RegExp(`/jssip/lib/(${leftOut.join('|')})\\.js$`);

/** JsSIP asks its package.json for title and version; the rest of it is of no use in a browser. */
function leanPackage(text) {
  const { title, version } = JSON.parse(text);
  return JSON.stringify({ title, version });
}

const trim = {
  name: 'lean-jssip',
  load(id) {
    if (leftOutFiles.test(id)) return 'module.exports = class LeftOut {};';
    if (id.endsWith('/jssip/package.json')) return leanPackage(readFileSync(id, 'utf8'));
    if (id.endsWith('/jssip/lib/Grammar.js')) return leanGrammar(readFileSync(id, 'utf8'));
    if (/\/jssip\/lib\/.*\.js$/.test(id)) return withoutLogs(readFileSync(id, 'utf8'));
    return undefined;
  },
};

/** The same JsSIP in the built page and in tests in a browser. */
export const leanJsSip = () => ({
  ...trim,
  config: () => ({
    resolve: { alias },
    optimizeDeps: { rolldownOptions: { plugins: [trim] } },
  }),
});
