import {
  type CallIdentity,
  type CallParts,
  type CallState,
  type CallStatus,
  type ClientState,
  type ConnectionState,
  initialClientState,
  type NegotiatedMedia,
  type PanelsState,
  type ScreenState,
  type TextState,
  type ThreePeopleState,
} from '@samtal/call-core';
import { authorWrote, type Run } from '@samtal/realtime-text';

const remoteUser = { address: 'bobby@demo.example', displayName: 'Bobby Berg' };
const outgoing: CallIdentity = { callId: 'gallery', direction: 'outgoing', remoteUser };
const incoming: CallIdentity = { ...outgoing, direction: 'incoming' };
const everything = { audio: true, video: true, text: true };
const negotiated: NegotiatedMedia = { ...everything, textTransport: 'dataChannel' };

const server = 'wss://demo.example/sip';

const signedIn: ClientState = {
  ...initialClientState,
  settings: {
    account: { address: 'alice@demo.example', username: 'alice', password: '' },
    servers: [server],
    ...everything,
    bandwidth: { audioKbps: 0, videoKbps: 0 },
    emergencyNumbers: ['112'],
    reconnectionAttempts: 10,
    reconnectionDelayMs: 4000,
    registerExpirySeconds: 600,
  },
  connection: { phase: 'online', server, attempt: 0, wasOnline: true },
  registration: { phase: 'registered' },
  media: { ...initialClientState.media, working: { audio: true, video: true } },
};

const standing = (call: CallState, changes: Partial<ClientState> = {}): ClientState => ({
  ...signedIn,
  call,
  ...changes,
});

/** The text of two users, in left-to-right and right-to-left scripts, with a gap. */
const words = {
  incoming: 'Hello Alice! Can you see me well?\nمرحبا، كيف حالك؟\nThe train was \uFFFD late 🚆',
  own: 'Yes, very well. 👋\nShall we begin?',
};

/** `text` with `incoming` as the remote user's whole text, and `target` as the user's own text. */
export function conversed(text: TextState, incoming: string, target: string): TextState {
  const written = authorWrote(authorWrote(text.conversation, 'other', incoming), 'own', target);
  const conversation = written.map((run) => ({ beganAt: Date.now(), ...run }));
  return { ...text, conversation, outbox: { ...text.outbox, target } };
}

const textOf = (incoming: string, own = words.own, incomingCut = 0): TextState => ({
  ...conversed(initialClientState.text, incoming, own),
  incomingCut,
});

const written = textOf(words.incoming);

/** A call in progress; the arguments replace parts of its media, its panels and the rest of the state. */
export function inCall(
  media: Partial<NegotiatedMedia> = {},
  panels: Partial<PanelsState> = {},
  changes: Partial<ClientState> = {},
): ClientState {
  return standing(
    {
      phase: 'accepted',
      call: outgoing,
      media: { ...negotiated, ...media },
      acceptedAt: Date.now() - 83_000,
    },
    {
      panels: { ...initialClientState.panels, isTextVisible: true, ...panels },
      text: written,
      ...changes,
    },
  );
}

/** A call that one end holds, or both. */
export function onHold(
  hold: Partial<ClientState['hold']>,
  media: Partial<NegotiatedMedia> = {},
): ClientState {
  const call = inCall(media);
  return { ...call, hold: { ...call.hold, ...hold } };
}

const carol: CallIdentity = {
  callId: 'second',
  direction: 'incoming',
  remoteUser: { address: 'carol@demo.example', displayName: 'Carol Claesson' },
};

/** A call with a second one behind it: one that rings, waits or is over (decision D85). */
export function withSecond(
  second: 'rings' | 'replaces' | 'waits' | 'over',
  front: ClientState = inCall(),
): ClientState {
  const calls: Readonly<Record<typeof second, CallState>> = {
    rings: { phase: 'incoming', call: carol, offered: everything },
    replaces: { phase: 'incoming', call: { ...carol, replaces: '1' }, offered: everything },
    waits: { phase: 'accepted', call: carol, media: negotiated, acceptedAt: Date.now() - 200_000 },
    over: { phase: 'ended', call: carol, outcome: 'terminatedRemote' },
  };
  const text = { ...conversed(initialClientState.text, 'Are you there?', ''), isUnread: second === 'waits' };
  return {
    ...front,
    settings: front.settings && { ...front.settings, secondCall: true },
    behind: { ...initialClientState, call: calls[second], text },
  };
}

/** Two calls whose users can be connected with each other (decision D101). */
export function connectableCalls(): ClientState {
  const { settings, behind, ...calls } = withSecond('waits');
  if (settings === undefined || behind?.call.phase !== 'accepted') throw new Error('not two calls');
  const media = { ...behind.call.media, takesTransfers: true as const };
  return {
    ...calls,
    settings: { ...settings, mayTransfer: true },
    behind: { ...behind, call: { ...behind.call, media } },
  };
}

/** The target of an attended transfer has agreed: its client holds the call with the user until the other one is there. */
export function takenOver(): ClientState {
  const calls = connectableCalls();
  const attended = { user: carol.remoteUser, otherId: outgoing.callId };
  return {
    ...calls,
    hold: { ...calls.hold, isByPeer: true },
    transfer: { side: 'own', callId: carol.callId, phase: 'ringing', target: remoteUser, attended },
  };
}

/** A call with a transfer; its remote user or the own user is asked to call Carol. */
export function transferring(transfer: ClientState['transfer']): ClientState {
  const call = inCall();
  return transfer === undefined ? call : { ...call, transfer };
}

/**
 * A call of three users, also while the third one is still being invited (decision D102).
 * @param second what is otherwise in the call with the second user
 */
export function ofThree(
  three: ThreePhase,
  media: Partial<NegotiatedMedia> = {},
  second: Partial<CallParts> = {},
): ClientState {
  const { settings, behind, ...calls } = withSecond('waits', inCall(media));
  if (settings === undefined || behind?.call.phase !== 'accepted') throw new Error('not two calls');
  const joined = {
    ...behind,
    call: { ...behind.call, media: { ...negotiated, ...media } },
    text: { ...behind.text, isUnread: false },
    ...second,
  };
  const phase = 'before' in three ? { ...three, before: { gallery: 0, second: 0 } } : three;
  const state = { role: 'inviter', callId: 'gallery', otherId: 'second', other: carol.remoteUser } as const;
  const hasNotCome = three.phase === 'failed' && !three.isApart && three.isMet !== true;
  const isAlone = three.phase === 'calling' || three.phase === 'asked' || hasNotCome;
  return {
    ...calls,
    settings: { ...settings, mayTransfer: true, threePeople: true },
    behind: isAlone ? undefined : joined,
    three: { ...state, ...phase },
  };
}

/** A call of three, in which one thing is otherwise with the second user. */
export const togetherWith = (second: Partial<CallParts>): ClientState =>
  ofThree({ phase: 'together', before: {} }, {}, second);

/** The call with the second user does not flow (decision D80). */
export const thirdInterrupted = (): ClientState =>
  togetherWith({
    continuity: {
      interruption: { since: Date.now(), isConnectionLost: false, isPeerLost: true, step: 'pause' },
    },
  });

/** Own text has not been confirmed by the second user for a time. */
export const thirdUnconfirmed = (): ClientState =>
  togetherWith({ text: { ...initialClientState.text, isLate: true } });

/** The client of the second user, which is not one of ours, holds its call. */
export const thirdHolds = (): ClientState =>
  togetherWith({ hold: { ...initialClientState.hold, isByPeer: true } });

/** A call rings that is to become one of three. */
export function ringingForThree(): ClientState {
  const { settings, ...rest } = statuses.INCOMING_CALL;
  const call = { ...incoming, withUser: carol.remoteUser.address };
  return {
    ...rest,
    settings: settings && { ...settings, perCall: { audio: true, video: true } },
    call: { phase: 'incoming', call, offered: everything },
  };
}

/** A call that goes on with one of the two others, who still has the other one. */
export function withLost(): ClientState {
  const user = carol.remoteUser;
  return { ...inCall(), lost: { callId: 'gallery', user, wasTogether: true, isThere: true } };
}

type ThreePhase = DistributiveOmit<ThreePeopleState, 'role' | 'callId' | 'otherId' | 'other'>;
type DistributiveOmit<Whole, Keys extends PropertyKey> = Whole extends unknown ? Omit<Whole, Keys> : never;

/** A call with a shared screen, of the remote user or the own one (decision D88). */
export function sharing(screen: Partial<ScreenState>, media: Partial<NegotiatedMedia> = {}): ClientState {
  const none = { own: 'none', isOwnAgreed: false, isByPeer: false, attempts: 0, isRefused: false } as const;
  const call = inCall(media);
  return { ...call, screens: { [outgoing.callId]: { ...none, ...screen } } };
}

/** A call in which both users have written, turn by turn. */
export function talking(panels: Partial<PanelsState> = {}): ClientState {
  const call = inCall({}, panels);
  const beganAt = Date.now() - 60_000;
  const turns: readonly (readonly [Run['author'], string])[] = [
    ['other', 'Hello Alice, this is Bobby.\nCan you see my hands?\n'],
    ['own', 'Yes! Very clear 👍\n'],
    ['other', 'Good. The bus to the clinic leaves from stop 4 at half past nine.\n'],
    ['own', 'Thank you. Is it the one with the ramp?\n'],
    ['other', 'Yes, it has a ra'],
    ['own', 'Then I will'],
  ];
  return {
    ...call,
    text: {
      ...call.text,
      conversation: turns.map(([author, text], index) => ({ author, text, beganAt: beganAt + index * 7000 })),
      outbox: {
        ...call.text.outbox,
        target: turns.flatMap(([author, text]) => (author === 'own' ? [text] : [])).join(''),
      },
    },
  };
}

const ownLines = Array.from({ length: 30 }, (_, line) => `I write line ${line}.\n`).join('');

/** A call in which the remote user goes on with a line that stands above many own lines. */
export const goingOn: ClientState = inCall(
  {},
  {},
  {
    text: conversed(initialClientState.text, 'Where are you?\nThe bus leaves from sto', ownLines),
  },
);

/**
 * A call whose text transport has failed: text in doubt, an erasure in doubt, and text that is still to be
 * delivered.
 */
export const undelivered: ClientState = inCall(
  { textTransport: 'message' },
  {},
  {
    text: {
      ...written,
      isLate: true,
      outbox: {
        ...written.outbox,
        transport: { name: 'message' },
        settled: words.own,
        target: `${words.own} At nine?`,
        doubts: [
          { id: 1, kind: 'text', start: words.own.length - 6, end: words.own.length },
          { id: 2, kind: 'erasure', text: 'now' },
        ],
      },
    },
  },
);

/**
 * A call with hours of text: the oldest text is no longer kept, and only the newest of the rest is rendered.
 */
export const muchText: ClientState = inCall(
  {},
  {},
  { text: textOf(words.incoming.repeat(400), words.own, 20_000) },
);

const unanswered = 'I am at 12 Main Street\n';
const cutOffText = textOf(words.incoming, words.own + unanswered);
const { target } = cutOffText.outbox;

/** A call that lost its connection while the user typed: most of the text had been sent. */
export const cutOff: ClientState = standing(
  { phase: 'ended', call: outgoing, outcome: 'failed', isCutOff: true },
  {
    connection: { phase: 'waiting', server, attempt: 2, wasOnline: true },
    text: {
      ...cutOffText,
      outbox: {
        ...cutOffText.outbox,
        doubts: [{ id: 1, kind: 'text', start: words.own.length, end: target.length }],
      },
    },
  },
);

/** The user has hung up, and the page shows again. */
export const endedByUser: ClientState = standing(
  { phase: 'completed', call: outgoing, outcome: 'terminatedLocal' },
  { text: written },
);

/** The remote user has hung up, and the text can still be read. */
export const endedWithText: ClientState = standing(
  { phase: 'ended', call: outgoing, outcome: 'terminatedRemote' },
  { text: written },
);

/** The user has connected the remote user with Carol, and the own call is over (decisions D87, D101). */
export const endedByTransfer: ClientState = standing(
  { phase: 'ended', call: outgoing, outcome: 'terminatedRemote' },
  { transfer: { side: 'own', callId: outgoing.callId, phase: 'done', target: carol.remoteUser } },
);

/** A call in each status of specification 000 §4 (STATE-01). */
export const statuses: Readonly<Record<CallStatus, ClientState>> = {
  CALLING: standing({ phase: 'calling', call: outgoing, wanted: everything, progress: 'ringing' }),
  INCOMING_CALL: standing({ phase: 'incoming', call: incoming, offered: everything }),
  ESTABLISHING: standing({
    phase: 'establishing',
    call: incoming,
    wanted: everything,
    progress: 'answering',
  }),
  ACCEPTED: inCall(),
  COMPLETED: standing({ phase: 'completed', call: outgoing, outcome: 'terminatedLocal' }),
  BUSY: standing({ phase: 'ended', call: outgoing, outcome: 'busy', refusal: 'busy' }),
  REJECTED_LOCAL: standing({ phase: 'ending', call: incoming, outcome: 'rejectedLocal' }),
  REJECTED_REMOTE: standing({
    phase: 'ended',
    call: outgoing,
    outcome: 'rejectedRemote',
    refusal: 'noAnswer',
  }),
  CANCELED_LOCAL: standing({ phase: 'ending', call: outgoing, outcome: 'canceledLocal' }),
  CANCELED_REMOTE: standing({ phase: 'ended', call: incoming, outcome: 'canceledRemote', isMissed: true }),
  FAILED: standing({ phase: 'ended', call: outgoing, outcome: 'failed' }),
  TERMINATED_LOCAL: standing({ phase: 'ending', call: outgoing, outcome: 'terminatedLocal' }),
  TERMINATED_REMOTE: standing({ phase: 'ended', call: outgoing, outcome: 'terminatedRemote' }),
  UNREGISTERED_NUMBER: standing({ phase: 'ended', call: outgoing, outcome: 'unregisteredNumber' }),
  AUTHENTICATION_ERROR: standing({ phase: 'ended', call: outgoing, outcome: 'authenticationError' }),
  TOKEN_INVALID: standing({ phase: 'ended', call: outgoing, outcome: 'tokenInvalid' }),
  TOKEN_EXPIRED: standing({ phase: 'ended', call: outgoing, outcome: 'tokenExpired' }),
  UNKNOWN_NUMBER: standing({ phase: 'ended', call: outgoing, outcome: 'unknownNumber' }),
};

const line = (connection: ConnectionState): ClientState => ({ ...signedIn, connection });

/** The states of the connection to the server, each shown above the page (NAV-13, -14, -15). */
export const lines = {
  ready: signedIn,
  offline: line({ phase: 'offline', server, wasOnline: true }),
  establishing: line({ phase: 'connecting', server, attempt: 1, wasOnline: false }),
  reconnecting: line({ phase: 'waiting', server, attempt: 2, wasOnline: true }),
  failed: line({ phase: 'failed', server, wasOnline: true }),
} satisfies Readonly<Record<string, ClientState>>;

/** `client` with the choice of media for each call (decision D33). */
export const perCall = (client: ClientState): ClientState =>
  client.settings === undefined
    ? client
    : { ...client, settings: { ...client.settings, perCall: { audio: true, video: true } } };

/** The user has given up a call for which the browser refused camera and microphone (decision D32). */
export const afterRefusedDevices: ClientState = perCall({
  ...standing({ phase: 'completed', call: outgoing, outcome: 'canceledLocal' }),
  media: { ...lines.ready.media, failure: 'denied', isDenied: true },
});

/** The callee has rejected the call with a message. */
export const rejectedWithWords: ClientState = standing({
  phase: 'ended',
  call: outgoing,
  outcome: 'rejectedRemote',
  refusal: 'couldNotAnswer',
  words: 'På bussen, hemma 17 👋🏽',
});

/** The browser refuses camera and microphone to a call that waits for them (decision D32). */
export const refusedDevices: ClientState = standing({
  phase: 'calling',
  call: outgoing,
  wanted: everything,
  progress: 'denied',
});
