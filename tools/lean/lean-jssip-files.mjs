/**
 * What the build leaves out of JsSIP's files, and what replaces it; see `docs/decisions/0006-jssip-is-trimmed.md`.
 * Paths are below JsSIP's `lib`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime.mjs';
import { withoutLogs } from './without-logs.mjs';

export const parts = join(root, 'apps/web/src/platform/signalling/jssip-parts');

/** Of JsSIP's package.json, what User-Agent says. */
const { title, version } = JSON.parse(readFileSync(join(root, 'node_modules/jssip/package.json'), 'utf8'));

/** Parts that are left out: refused before JsSIP, done by the product, or replaced. */
export const leftOut = [
  'Message',
  'Notifier',
  'Options',
  'RTCSession/DTMF',
  'RTCSession/Info',
  'RTCSession/ReferNotifier',
  'RTCSession/ReferSubscriber',
  'Socket',
  'Subscriber',
  'Transport',
  'WebSocketInterface',
];

/** Files of which little is used, as they are written here. */
export const rewritten = {
  'JsSIP.js': `module.exports = {
    C: require('./Constants'), UA: require('./UA'), URI: require('./URI'), Utils: require('./Utils'),
  };`,
  // The parsers of the server read the values here too.
  'Grammar.js': `const { parse } = require(${JSON.stringify(join(parts, 'grammar.ts'))});
  exports.parse = (text, rule) =>
    parse(text, rule, { URI: require('./URI'), NameAddrHeader: require('./NameAddrHeader') });`,
  // No page of Samtal shows JsSIP's log, which has every SIP message, also those with secrets.
  'Logger.js': 'module.exports = class Logger { debug() {} warn() {} error() {} };',
};

/**
 * Everything from `begin` up to `end`, which stays.
 * @param {string} begin
 * @param {string} end
 */
const between = (begin, end) => ({ begin, end });

/** A step of a chain of promises that ends a chain whose session is over. */
const unlessOver = `            .then(() => {
            if (this._status === C.STATUS_TERMINATED) {
                throw new Error('terminated');
            }
`;

/** JsSIP opens no devices: the product does, because the errors of JsSIP cannot be told apart. */
const devices = [
  [
    between(
      '        // Determine incoming media from incoming SDP offer (if any).',
      '        // Create a new RTCPeerConnection instance.\n        // TODO: This may throw',
    ),
    '',
  ],
  [
    between('            // Handle local MediaStream.', '            // Set remote description.'),
    `${unlessOver}        })\n`,
  ],
  [
    between(
      '            // Get a stream if required.',
      '            // TODO: should this be triggered here?',
    ),
    unlessOver,
  ],
  [
    between(
      '        // Close local MediaStream if it was not given by the user.',
      '        if (this._status === C.STATUS_TERMINATED) {\n            return;\n        }\n        this._status = C.STATUS_TERMINATED;',
    ),
    '',
  ],
];

/** The product holds calls itself, and mutes no track because the peer holds the call (decision D84). */
const hold = [
  [
    between(
      '        const sdp = request.parseSDP();\n        let hold = false;',
      "        const e = { originator: 'remote', type: 'offer', sdp: request.body };",
    ),
    '',
  ],
  [
    between(
      "            .then(() => {\n            if (this._status === C.STATUS_TERMINATED) {\n                throw new Error('terminated');\n            }\n            if (this._remoteHold === true && hold === false) {",
      '            // Create local description.\n            .then(() => {\n            if (this._status',
    ),
    '',
  ],
  [
    between(
      '            if (this._remoteHold) {\n                this._remoteHold = false;',
      "            this._connectionPromiseQueue = this._connectionPromiseQueue\n                .then(() => this._createLocalDescription('offer', this._rtcOfferConstraints))\n                .then(sdp => {\n                sendAnswer",
    ),
    '',
  ],
  ['            if (this._late_sdp) {\n                desc = this._mangleOffer(desc);\n            }\n', ''],
  ['            sdp = this._mangleOffer(sdp);\n            const e', '            const e'],
];

/** The product offers no session timers (RFC 4028), so JsSIP would run none. */
const sessionTimers = [
  [
    between(
      '        // Session Timers (RFC 4028).',
      "        // Map of ReferSubscriber instances indexed by the REFER's CSeq number.",
    ),
    '',
  ],
  [
    between(
      '        // Session Timers.\n        if (this._sessionTimers.enabled) {',
      '        // Set event handlers.',
    ),
    '',
  ],
  [
    between(
      '        // Session Timers.\n        if (this._sessionTimers.enabled) {',
      '        this._status = C.STATUS_ANSWERED;',
    ),
    '',
  ],
  [
    between(
      '        if (this._sessionTimers.enabled) {',
      '        this._request = new SIPMessage.InitialOutgoingInviteRequest(',
    ),
    '',
  ],
  [
    between(
      '        // Session Timers.\n        if (this._sessionTimers.running) {',
      '        this._connectionPromiseQueue = ',
    ),
    '',
  ],
  ['        // Clear Session Timers.\n        clearTimeout(this._sessionTimers.timer);\n', ''],
  ['this._handleSessionTimersInIncomingRequest(request, extraHeaders);', '', 3],
  ['this._handleSessionTimersInIncomingResponse(response);', '', 2],
];

/**
 * JsSIP gives the ACK of a 2xx that the peer repeats the number of its last offer. If that one is open, a peer takes it for
 * the ACK of an answer that it has not given yet, and SIP.js 0.21 ends the call.
 */
const repeatedAnswers = [
  '                return;\n            }\n            // If not, send an ACK  and terminate.',
  '            // If it is a 2XX retransmission exit now.',
].map((end) => [
  `this.sendRequest(JsSIP_C.ACK);\n${end}`,
  `this._dialog._outgoing_ack_seqnum = response.cseq;\n            this.sendRequest(JsSIP_C.ACK);\n${end}`,
]);

/** Statuses of which this client writes the reason phrase. */
export const phrases = [
  100, 180, 200, 400, 403, 404, 405, 408, 413, 415, 416, 420, 480, 481, 482, 486, 487, 488, 491, 500, 501,
  503, 603,
];

/**
 * By file: methods that never run here, and parts of the text, each with what replaces it, and how often it occurs
 * if that is not once.
 */
export const trimmed = {
  'Config.js': {
    parts: [
      [
        between('        sockets(sockets) {', '        uri(uri) {'),
        '        sockets: socket => [{ socket }],\n',
      ],
      // Parameters that the product does not set.
      [between('        authorization_jwt(', '        user_agent('), ''],
      [between('        connection_recovery_max_interval(', '        contact_uri('), ''],
      [between('        display_name(', '        instance_id('), ''],
      [between('        session_timers_refresh_method(', '        password('), ''],
      [between('        realm(', '        register('), ''],
      [between('        register_expires(', '    },\n};\nexports.load'), ''],
      [between('    connection_recovery_max_interval: JsSIP_C', '    // Global extra headers'), ''],
    ],
  },
  'Constants.js': {
    parts: [
      ["require('../package.json')", JSON.stringify({ title, version })],
      [between('    // DTMF transport methods.', '    /* SIP Response Reasons'), ''],
      [between('    SESSION_EXPIRES: 90,', '};'), ''],
      // The product reads the status of a response itself.
      [between("        BUSY: 'Busy'", '        MISSING_SDP'), "        REJECTED: 'Rejected',\n"],
      [between("        AUTHENTICATION_ERROR: 'Auth", '        // Session error causes'), ''],
      [between('        REDIRECTED: [300', '    },\n    // SIP Methods'), ''],
      [
        between("        181: 'Call Is Being", '    },\n    ALLOWED_METHODS'),
        (text) =>
          text
            .split('\n')
            .filter((line) => phrases.includes(Number.parseInt(line, 10)))
            .join('\n')
            .concat('\n'),
      ],
    ],
  },
  'Dialog.js': { methods: ['owner', 'isTerminated', 'local_seqnum'] },
  'Dialog/RequestSender.js': {
    // JsSIP repeats an offer that got 491 by itself, after a second and unchanged. The product must know of the
    // 491 at once, and keeps the times of RFC 3261 §14.1 itself.
    parts: [
      [
        between(
          '        else if (response.method === JsSIP_C.INVITE &&\n            response.status_code === 491) {',
          '        else if (response.status_code >= 200 &&',
        ),
        '',
      ],
    ],
  },
  'NameAddrHeader.js': { methods: ['deleteParam', 'clearParams', 'clone'] },
  'Parser.js': {
    // Header fields that JsSIP does not read here; one Replaces that it cannot read would cost the INVITE.
    parts: [[between("        case 'session-expires':", "        case 'event':"), '']],
  },
  'RTCSession.js': {
    // What the product does by itself (digits, INFO, muting, hold, offers) or not at all (REFER, UPDATE).
    methods: [
      'sendDTMF',
      '_getDTMFRTPSender',
      'sendInfo',
      'newDTMF',
      'newInfo',
      'refer',
      'hold',
      'unhold',
      'mute',
      'unmute',
      '_onhold',
      '_onunhold',
      '_onmute',
      '_onunmute',
      '_mangleOffer',
      '_setLocalMediaStatus',
      '_toggleMuteAudio',
      '_toggleMuteVideo',
      'isMuted',
      'isOnHold',
      'renegotiate',
      '_sendUpdate',
      '_handleSessionTimersInIncomingRequest',
      '_handleSessionTimersInIncomingResponse',
      '_runSessionTimer',
      '_receiveRefer',
      '_receiveReplaces',
      '_receiveNotify',
      'causes',
      'contact',
      'data',
      'start_time',
      'end_time',
    ],
    parts: [
      ["const sdp_transform = require('sdp-transform');\n", ''],
      // The product has no transfer, and Replaces in a re-INVITE means nothing (RFC 3891 §3).
      [
        between('                case JsSIP_C.REFER: {', '                case JsSIP_C.NOTIFY: {'),
        '                case JsSIP_C.REFER: {\n                    request.reply(405);\n                    break;\n                }\n',
      ],
      ['this._receiveReplaces(request)', 'request.reply(486)'],
      // No subscription exists (RFC 6665 §4.1.3).
      ['this._receiveNotify(request)', 'request.reply(481)'],
      // Incoming tones and other INFO are answered, and nothing reads them.
      [
        between(
          '                        if (contentType && contentType.match(/^application\\/dtmf-relay/i)) {',
          '                        else {\n                            request.reply(415);',
        ),
        '                        if (contentType !== undefined) {\n                            request.reply(200);\n                        }\n',
      ],
      // No INVITE hides its caller, or names it otherwise than the account.
      [
        between(
          '        if (anonymous) {\n            requestParams.from_display_name',
          'if (options.fromUserName) {',
        ),
        '',
      ],
      [between('        if (options.fromDisplayName) {', '        extraHeaders.push(`Contact'), ''],
      [between('        // Terminate REFER subscribers.', '        this._ua.destroyRTCSession(this);'), ''],
      ['        this._referSubscribers = {};\n', ''],
      // A peer connection may exist before the session, and then has candidates already.
      [
        'this._connection = new RTCPeerConnection(',
        'this._connection = pcConfig.connection?.() ?? new RTCPeerConnection(',
      ],
      // The product names a target, answers only what has come in, and reads none of these words.
      [between('        // Check target.\n', '        // Check Session Status.'), ''],
      [between('        // Check Session Direction and Status.\n', '        // Check Session status.'), ''],
      ["throw new Error('_createLocalDescription() failed');", 'throw new Error();', 2],
      ["throw new Error('peerconnection.setRemoteDescription() failed');", 'throw new Error();'],
      // Events and times that the product does not read.
      [
        between(
          "        this.emit('_failed', {",
          '        this._close();\n        logger.debug(\'emit "failed"\');',
        ),
        '',
      ],
      ['        this._start_time = new Date();\n', ''],
      ['        this._end_time = new Date();\n', ''],
      ["this.emit('peerconnection:setremotedescriptionfailed', error);", '', 6],
      ["this.emit('peerconnection:setlocaldescriptionfailed', error);", ''],
      ["this.emit('peerconnection:createofferfailed', error);", ''],
      ["this.emit('peerconnection:createanswerfailed', error);", ''],
      ...repeatedAnswers,
      ...devices,
      ...hold,
      ...sessionTimers,
    ],
  },
  'Registrator.js': {
    parts: [
      [
        between(
          '        if (this._ua.configuration.register_from_tag_trail) {',
          '        const request = new SIPMessage',
        ),
        '',
      ],
    ],
  },
  'RequestSender.js': {
    parts: [
      [
        between(
          '        // If authorization JWT is present, use it.',
          '        this.clientTransaction.send();',
        ),
        '',
      ],
    ],
  },
  'SIPMessage.js': {
    methods: ['parseSDP'],
    parts: [
      ["const sdp_transform = require('sdp-transform');\n", ''],
      // Parameters that the product does not set.
      [between('        if (this.ua.configuration.extra_headers) {', '        // Fill the Common'), ''],
      [between('        else if (ua.configuration.use_preloaded_route) {', '        // Via.'), ''],
      [
        between(
          '        if (this.ua.configuration.extra_headers) {',
          '        let response = `SIP/2.0 ${code} ${reason}',
        ),
        '',
      ],
      [
        between('        if (this.ua.configuration.extra_headers) {', '        response += `Content-Length'),
        '',
      ],
      [
        "                if (this.ua.configuration.session_timers) {\n                    supported.push('timer');\n                }\n",
        '',
        4,
      ],
    ],
  },
  'URI.js': { methods: ['deleteParam', 'deleteHeader'] },
  'UA.js': {
    // Requests outside a call, which the product does not send, and what it does not ask.
    methods: [
      'sendMessage',
      'sendOptions',
      'subscribe',
      'notify',
      'terminateSessions',
      'isConnected',
      'get',
      'newOptions',
      'newMessage',
      'destroyMessage',
    ],
    parts: [
      // Events that the product does not read.
      ["        this.emit('newTransaction', {\n            transaction,\n        });\n", ''],
      ["        this.emit('transactionDestroyed', {\n            transaction,\n        });\n", ''],
      [
        "                    this.emit('sipEvent', {\n                        event: request.event,\n                        request,\n                    });\n",
        '',
      ],
      ["    this.emit('connecting', data);\n", ''],
      ["    this.emit('disconnected', data);\n", ''],
      ["require('./Transport')", `require(${JSON.stringify(join(parts, 'transport.ts'))}).Transport`],
      ["require('./Message')", `require(${JSON.stringify(join(parts, 'message.ts'))}).Message`],
      [
        between(
          "            if (this.listeners('newOptions').length === 0) {",
          '        else if (method === JsSIP_C.MESSAGE) {',
        ),
        '            request.reply(200);\n            return;\n        }\n',
      ],
      [
        between(
          '                case JsSIP_C.SUBSCRIBE: {\n                    Notifier',
          '                default: {',
        ),
        '',
      ],
      // The product judges Replaces itself (decision D81): JsSIP compares tags in both directions.
      [
        between(
          "                        // TODO\n                        if (request.hasHeader('replaces')) {",
          "                    else {\n                        logger.warn('INVITE received but WebRTC",
        ),
        `                        session = new RTCSession(this);
                        session.init_incoming(request);
                    }
`,
      ],
      [between('        // Hide sensitive information.', '        super();'), ''],
      // Only the password changes while the connection lasts.
      [between("            case 'authorization_user': {", "            case 'password': {"), ''],
      [
        between("            case 'realm': {", "            default: {\n                logger.warn('set()"),
        '',
      ],
      // No INVITE hides its caller.
      [
        between(
          '                const anonymous = options.anonymous || null;',
          '                const outbound',
        ),
        '',
      ],
      [
        between('                if (anonymous) {', "                contact += '>';"),
        `                contact += this.pub_gruu || this.uri.toString();
                if (outbound && !this.pub_gruu) {
                    contact += ';ob';
                }
`,
      ],
      [between('        // Seal the configuration.', '        return;\n    }\n};'), ''],
      [
        'if (!this._configuration.instance_id) {\n            this._configuration.instance_id = Utils.newUUID();\n        }',
        '',
      ],
    ],
  },
  'Utils.js': {
    parts: [
      [between("// Used by 'hasMethods'.", 'exports.isDecimal = '), ''],
      [between('exports.hasMethods = ', "// Used by 'newTag'."), ''],
      [
        between('// https://stackoverflow.com/users/109538/broofa.', '/**\n * Hex-escape a SIP URI user.'),
        '',
      ],
      // The product gives each target as a URI.
      [
        between('exports.normalizeTarget = ', 'exports.headerize = '),
        'exports.normalizeTarget = target => target;\n',
      ],
      [between('/**\n * Generate a random Test-Net IP', '// MD5 (Message-Digest'), ''],
      [
        between('exports.calculateMD5 = ', 'exports.closeMediaStream = '),
        `exports.calculateMD5 = require(${JSON.stringify(join(parts, 'md5.ts'))}).md5;\n`,
      ],
      [between('exports.closeMediaStream = ', 'exports.cloneArray = '), ''],
    ],
  },
};

/** The text without the methods `names`; throws if one is not there. */
const withoutMethods = (text, names) =>
  names.reduce((left, name) => {
    const method = new RegExp(
      `\\n {4}(?:get |set )?${name}\\([^)]*\\) \\{\\n[\\s\\S]*?\\n {4}\\}(?=\\n)`,
      'g',
    );
    if (left.search(method) < 0) throw new Error(`JsSIP has no method ${name} now`);
    return left.replaceAll(method, '');
  }, text);

/** The text in which `given`, which must occur `times`, is replaced. */
function withPart(text, [given, own, times = 1]) {
  if (typeof given === 'string') {
    if (text.split(given).length !== times + 1) throw new Error(`JsSIP does not have this now: ${given}`);
    return text.replaceAll(given, () => own);
  }
  const from = text.indexOf(given.begin);
  const to = text.indexOf(given.end, from + given.begin.length);
  if (from < 0 || to < 0) throw new Error(`JsSIP does not have this now: ${given.begin} … ${given.end}`);
  return text.slice(0, from) + (typeof own === 'string' ? own : own(text.slice(from, to))) + text.slice(to);
}

/** The text without the lines that load what is left out; throws if the rest uses it. */
function withoutLeftOut(text) {
  return leftOut.reduce((left, path) => {
    const line = new RegExp(`^const (\\w+) = require\\('\\.{1,2}/${path}'\\);\\n`, 'm');
    const [, name] = line.exec(left) ?? [];
    const rest = left.replace(line, '');
    if (name !== undefined && new RegExp(`new ${name}\\(|\\b${name}\\.\\w`).test(rest))
      throw new Error(`JsSIP uses ${path} now`);
    return rest;
  }, text);
}

/**
 * A file of JsSIP without what never runs here; throws if something of that is not there, or is called.
 * @param {string} text
 * @param {string} file its path below `lib`
 */
export function leanFile(text, file) {
  const { methods = [], parts: changed = [] } = trimmed[file] ?? {};
  const lean = withoutLeftOut(changed.reduce(withPart, withoutMethods(text, methods)));
  const called = methods.find((name) => new RegExp(`this\\.${name}\\(|request\\.${name}\\(`).test(lean));
  if (called !== undefined) throw new Error(`JsSIP calls ${called} now`);
  return withoutLogs(lean).replaceAll(' new Logger(', ' /* @__PURE__ */ $&');
}
