/** Builds JsSIP without the parts that Samtal never runs; see `docs/decisions/0006-jssip-is-trimmed.md`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leanGrammar } from './lean-grammar.mjs';
import { root } from './runtime.mjs';
import { withoutLogs } from './without-logs.mjs';

/**
 * Packages of which JsSIP uses little, and the files that replace them, which are tested like our other code.
 */
const replacements = {
  debug: 'silent-debug.cjs',
  events: 'emitter.ts',
  'sdp-transform': 'sdp-directions.ts',
};
const parts = join(root, 'apps/web/src/platform/signalling/jssip-parts');
const alias = Object.fromEntries(
  Object.entries(replacements).map(([name, file]) => [name, join(parts, file)]),
);

/**
 * Parts that are left out: subscriptions and transfers, refused before JsSIP, and the WebSocket, now
 * sip-socket.ts.
 */
export const leftOut = [
  'Notifier',
  'Options',
  'RTCSession/ReferNotifier',
  'RTCSession/ReferSubscriber',
  'Subscriber',
  'WebSocketInterface',
];
const leftOutFiles = new RegExp(`/jssip/lib/(${leftOut.join('|')})\\.js$`);

/** JsSIP's package.json with only title and version, which is all that JsSIP reads. */
function leanPackage(text) {
  const { title, version } = JSON.parse(text);
  return JSON.stringify({ title, version });
}

/**
 * JsSIP repeats an offer that got 491 by itself, after a second and unchanged. The product must know of the
 * 491 at once, and keeps the times of RFC 3261 §14.1 itself.
 */
function withoutRepeatedOffers(text) {
  const [first, given] = ['this._reattempt = false;', 'this._reattempt = true;'];
  if (text.split(first).length !== 2) throw new Error('JsSIP repeats offers in another way now');
  return text.replace(first, given);
}

/**
 * Methods of a session that do what the product does by itself (digits, INFO, muting, offers) or not at all
 * (REFER).
 */
const unusedMethods = [
  'sendDTMF',
  '_getDTMFRTPSender',
  'sendInfo',
  'refer',
  'mute',
  'unmute',
  '_onmute',
  '_onunmute',
  'isMuted',
  'isOnHold',
  'renegotiate',
];

/**
 * Methods that answer a request inside a call, and the answers that replace them: the product has no transfer
 * and Replaces in a re-INVITE means nothing (RFC 3891 §3).
 */
const refusedRequests = { _receiveRefer: 405, _receiveReplaces: 486 };

/** The class without the methods `names`; throws if one is not there, or if the rest calls it. */
function withoutMethods(text, names) {
  const rest = names.reduce((left, name) => {
    const method = new RegExp(`\\n {4}${name}\\([^)]*\\) \\{\\n[\\s\\S]*?\\n {4}\\}(?=\\n)`);
    if (!method.test(left)) throw new Error(`JsSIP has no method ${name} now`);
    return left.replace(method, '');
  }, text);
  const called = names.find((name) => rest.includes(`.${name}(`));
  if (called !== undefined) throw new Error(`JsSIP calls ${called} now`);
  return rest;
}

/** Requests outside a call, which the product does not send: it only answers MESSAGE. */
const unusedRequests = {
  'Message.js': ['send', '_receiveResponse', '_onRequestTimeout', '_onTransportError'],
  'UA.js': ['sendMessage', 'sendOptions', 'subscribe', 'notify'],
};

/** JsSIP's user agent, or its MESSAGE outside a call, without `unusedRequests`. */
export const withoutRequests = (text, file) => withoutMethods(text, unusedRequests[file] ?? []);

/** The session without `unusedMethods`; throws if one is not there, or if other code calls it. */
export function leanSession(given) {
  const text = Object.entries(refusedRequests).reduce(
    (left, [name, status]) => left.replace(`this.${name}(request)`, `request.reply(${status})`),
    given,
  );
  return withoutMethods(text, [...unusedMethods, ...Object.keys(refusedRequests)]);
}

/**
 * JsSIP compares the tags of Replaces in both directions, and drops an INVITE whose Replaces it cannot read.
 * The product takes such an INVITE as a new session, and judges Replaces itself (decision D81, RFC 3891 §3).
 */
const ownReplaces = {
  'Parser.js': ["case 'replaces': {", "case 'replaces (unread)': {"],
  'UA.js': ["if (request.hasHeader('replaces')) {", 'if (false) {'],
};

export function withOwnReplaces(text, file) {
  if (!(file in ownReplaces)) return text;
  const [given, own] = ownReplaces[file];
  if (text.split(given).length !== 2) throw new Error('JsSIP handles Replaces in another way now');
  return text.replace(given, own);
}

const trim = {
  name: 'lean-jssip',
  load(id) {
    if (leftOutFiles.test(id)) return 'module.exports = class LeftOut {};';
    if (id.endsWith('/jssip/package.json')) return leanPackage(readFileSync(id, 'utf8'));
    if (id.endsWith('/jssip/lib/Grammar.js')) return leanGrammar(readFileSync(id, 'utf8'));
    if (id.endsWith('/jssip/lib/Dialog/RequestSender.js'))
      return withoutLogs(withoutRepeatedOffers(readFileSync(id, 'utf8')));
    if (id.endsWith('/jssip/lib/RTCSession.js')) return withoutLogs(leanSession(readFileSync(id, 'utf8')));
    const file = /\/jssip\/lib\/(Message\.js|Parser\.js|UA\.js)$/.exec(id)?.[1];
    if (file !== undefined)
      return withoutLogs(withOwnReplaces(withoutRequests(readFileSync(id, 'utf8'), file), file));
    if (/\/jssip\/lib\/.*\.js$/.test(id)) return withoutLogs(readFileSync(id, 'utf8'));
    return undefined;
  },
};

/** The Vite plugin that trims JsSIP, for the built page and for the browser tests. */
export const leanJsSip = () => ({
  ...trim,
  config: () => ({
    resolve: { alias },
    optimizeDeps: { rolldownOptions: { plugins: [trim] } },
  }),
});
