/**
 * What the calling core needs from the world. Each port is a few methods that start something and return at
 * once; what came of it arrives as an event through the `emit` function the adapter was built with. Adapters
 * live in `apps/web/src/platform`, fakes in `packages/test-kit`; one suite judges both.
 */
import type { MediaKinds, NegotiatedMedia, TextWireName } from './media-kinds.ts';

/** The other end of a call, as signalling knows it. */
export type Party = {
  /** `user@domain`, without scheme and parameters. */
  readonly address: string;
  /** SIP display name; untrusted text. */
  readonly displayName?: string;
};

/** The identity a browser registers with. */
export type SipAccount = {
  /** Address of record, `user@domain` (LOGIN-17). */
  readonly address: string;
  /** Digest username, the USERNAME property (REG-02). */
  readonly username: string;
  readonly password: string;
};

/** Upper limits per medium, 0 = none (MEDIA-05). */
export type Bandwidth = { readonly audioKbps: number; readonly videoKbps: number };

/** An outgoing call as signalling must make it. The local media of the same `callId` travels with it. */
export type OutgoingCall = {
  readonly callId: string;
  /** `user@domain`. */
  readonly target: string;
  readonly wanted: MediaKinds;
  readonly bandwidth: Bandwidth;
  /** Value of the Call-Info header; absent when no address is known. */
  readonly callInfo?: string;
  /** PIDF-LO document that travels in the INVITE of an emergency call (decision D19, RFC 6442). */
  readonly location?: string;
};

export type IncomingAnswer = {
  readonly callId: string;
  readonly wanted: MediaKinds;
  readonly bandwidth: Bandwidth;
};

/** What INFO carries in a call; nothing else does (SIP-04, decision D19). */
export type Info =
  /** `application/dtmf-relay`. */
  | { readonly kind: 'tone'; readonly tone: string; readonly durationMs: number }
  /** `application/pidf+xml`. */
  | { readonly kind: 'location'; readonly document: string };

/**
 * SIP as the core sees it. Every method returns at once; results are {@link SignallingEvent}s. A method called
 * for a call that no longer exists does nothing.
 */
export interface Signalling {
  /** Opens the line to one server, e.g. `wss://host/sip`; gives `lineOpened` or `lineLost`, once. */
  openLine(serverUri: string, account: SipAccount): void;
  /** Closes the line without an event. */
  closeLine(): void;
  /** One REGISTER with credentials, later refreshed by itself; gives `registered` or `registrationRefused`. */
  register(expirySeconds: number): void;
  /** REGISTER with expiry 0, answered by `unregistered` (also when nobody answers). */
  unregister(): void;
  /** Sends INVITE; gives `ringing`* then `callAccepted`, `callRefused` or `callBroken`, or `setUpFailed`. */
  invite(call: OutgoingCall): void;
  /** Accepts an incoming INVITE; gives `callAccepted`, `callBroken` or `setUpFailed`. */
  answer(answer: IncomingAnswer): void;
  /** Refuses an incoming INVITE with a final status; gives `callClosed`. */
  reject(callId: string, status: number): void;
  /** Gives up an outgoing INVITE; gives `callClosed`. */
  cancel(callId: string): void;
  /** BYE; gives `callClosed`. */
  hangUp(callId: string): void;
  /**
   * One chunk of T.140 characters on the call's text wire; gives `textDelivered` once it is known to have arrived
   * (decision D41), or `textFailed`.
   */
  sendText(callId: string, chunkId: number, characters: string): void;
  /** One INFO in the call's dialog; gives `infoDelivered` or `infoFailed`. */
  sendInfo(callId: string, infoId: number, info: Info): void;
  /** Forgets a call at once, whatever its state: no message awaited, peer connection closed, nothing emitted. */
  abandon(callId: string): void;
}

export type SignallingEvent =
  | { readonly type: 'lineOpened' }
  /** The line could not be opened or was lost. `code` is a word for the log, not for people. */
  | { readonly type: 'lineLost'; readonly code: string }
  | { readonly type: 'registered' }
  | {
      readonly type: 'registrationRefused';
      readonly status: number;
      readonly reason: string;
      readonly retryAfterSeconds?: number;
    }
  | { readonly type: 'unregistered' }
  | {
      readonly type: 'inviteReceived';
      readonly callId: string;
      readonly from: Party;
      readonly offered: MediaKinds;
    }
  /** 180 from the other end of an outgoing call. */
  | { readonly type: 'ringing'; readonly callId: string }
  | { readonly type: 'callAccepted'; readonly callId: string; readonly media: NegotiatedMedia }
  /** Final 3xx-6xx answer to our INVITE. */
  | {
      readonly type: 'callRefused';
      readonly callId: string;
      readonly status: number;
      readonly reason: string;
    }
  /** Incoming INVITE cancelled before it was answered; `cause` is the SIP cause of its Reason header (RFC 3326). */
  | { readonly type: 'inviteCancelled'; readonly callId: string; readonly cause?: number }
  /** BYE from the other end. */
  | { readonly type: 'remoteHungUp'; readonly callId: string }
  /** The INVITE, or the answer to one, could not be made or sent. `code` is a word for the log (STATE-24). */
  | { readonly type: 'setUpFailed'; readonly callId: string; readonly code: string }
  /** The call cannot go on through nobody's will: transport, timeout, or the peer connection failed. */
  | { readonly type: 'callBroken'; readonly callId: string; readonly code: string }
  /** The last message of an ending that this side asked for has been answered. */
  | { readonly type: 'callClosed'; readonly callId: string }
  | { readonly type: 'textReceived'; readonly callId: string; readonly characters: string }
  | { readonly type: 'textDelivered'; readonly callId: string; readonly chunkId: number }
  /**
   * Nothing is known of any chunk that has not been answered, but that those from `unsentFrom` on have never left. Told
   * before the wire changes.
   */
  | {
      readonly type: 'textFailed';
      readonly callId: string;
      readonly chunkId: number;
      readonly unsentFrom?: number;
    }
  | { readonly type: 'infoDelivered'; readonly callId: string; readonly infoId: number }
  /** Refused, or nobody answered; the call goes on. */
  | { readonly type: 'infoFailed'; readonly callId: string; readonly infoId: number }
  /**
   * The data channel died and was opened again, or MESSAGE took over, or the reverse (D10). Characters may be missing
   * before it, unless `isTextSafe`: the wire that is left has never carried any. Chunks from `unsentFrom` on have never
   * left.
   */
  | {
      readonly type: 'textWireChanged';
      readonly callId: string;
      readonly wire: TextWireName;
      /** Characters a second that the new wire may carry. */
      readonly cps?: number;
      readonly isTextSafe?: boolean;
      readonly unsentFrom?: number;
    };

/** Why a device could not be had (MEDIA-08, -09, -10). */
export type MediaFailure = 'inUse' | 'notFound' | 'denied' | 'other';

/** Camera and microphone. Streams never enter the core: they stay with the adapter under their `callId`. */
export interface LocalMedia {
  /** Gives `mediaAcquired`, later `devicesChanged`*, or `mediaFailed`. A missing camera does not fail a call that has a microphone (MEDIA-04). */
  acquire(callId: string, wanted: { readonly audio: boolean; readonly video: boolean }): void;
  /** Mutes or unmutes one kind that is being sent (INCALL-09, INCALL-11). */
  setSending(callId: string, kind: 'audio' | 'video', isOn: boolean): void;
  /** Stops every track of the call (MEDIA-12). */
  release(callId: string): void;
  /**
   * Opens the devices for 3 s so that the browser asks for permission before the first call, then stops them
   * (MEDIA-03, A-075). Does nothing when permission is granted already; gives `permissionChanged`.
   */
  prime(wanted: { readonly audio: boolean; readonly video: boolean }): void;
  /**
   * Gives `promptFound` if devices are still being opened, for a call or by `prime`, and the browser asks for them
   * (MEDIA-02). Where it does not tell what it asks for, a device that is slow to open counts as a prompt.
   */
  lookForPrompt(): void;
}

export type LocalMediaEvent =
  | {
      readonly type: 'mediaAcquired';
      readonly callId: string;
      readonly audio: boolean;
      readonly video: boolean;
      /** Why one of the two that was asked for is not there (MEDIA-04). */
      readonly failure?: MediaFailure;
    }
  /** Which devices work after one of a call in progress has gone, or another has taken its place. */
  | {
      readonly type: 'devicesChanged';
      readonly callId: string;
      readonly audio: boolean;
      readonly video: boolean;
    }
  | { readonly type: 'mediaFailed'; readonly callId: string; readonly failure: MediaFailure }
  | { readonly type: 'promptFound' }
  /** The person, or the browser on their behalf, allowed or denied camera and microphone (DIAL-12, MEDIA-07). */
  | { readonly type: 'permissionChanged'; readonly isDenied: boolean };

/** One fix in WGS 84. */
export type Position = {
  /** Decimal degrees, north positive. */
  readonly latitude: number;
  /** Decimal degrees, east positive. */
  readonly longitude: number;
  /** Radius of 95 % confidence (W3C Geolocation `accuracy`). */
  readonly accuracyMetres: number;
  /** When it was measured, milliseconds since the epoch. */
  readonly at: number;
};

/** Where the person is; only asked for in an emergency call (GEO-01, GEO-02). */
export interface Geolocation {
  /** Reports positions from now on; gives `positionFound`* or `positionFailed`. */
  watch(): void;
  /** Ends `watch`; nothing is reported after it (GEO-06). */
  stop(): void;
}

export type GeolocationEvent =
  | { readonly type: 'positionFound'; readonly position: Position }
  /** `code` is a word for the log. */
  | { readonly type: 'positionFailed'; readonly code: string };

/** Something a person should be told; the interface turns the code into words. */
export type Notice = {
  /** Stable name (ledger §3.3 "Alert ids"); a notice replaces an older one of the same id. */
  readonly id: string;
  readonly code: NoticeCode;
};

export type NoticeCode =
  | 'mediaInUse'
  | 'deviceNotFound'
  | 'mediaDenied'
  | 'noMedia'
  | 'noCallsOffline'
  | 'setUpFailed'
  | 'uncallable'
  | 'tooManyCharacters'
  /** More than 50 characters were to be deleted at once (RTT-10). */
  | 'tooManyDeleted'
  /** Text before a gap was to be changed (decision D41). */
  | 'beforeGap'
  /** Too much would have to be sent again. */
  | 'tooFarBack'
  /** The call is over, and some of the text may not have arrived. */
  | 'textInDoubt'
  | 'erasureInDoubt';

export interface Notices {
  show(notice: Notice): void;
  clear(id: string): void;
}

/** Time. `now` in milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Runs `run` once after `delayMs`; the returned function forgets it. */
  setTimer(delayMs: number, run: () => void): () => void;
}

/** Uniform numbers in [0, 1). */
export type Random = () => number;

/** Structured log; never receives passwords, tokens or what people typed. */
export interface Log {
  debug(message: string, detail?: Readonly<Record<string, unknown>>): void;
  info(message: string, detail?: Readonly<Record<string, unknown>>): void;
  warn(message: string, detail?: Readonly<Record<string, unknown>>): void;
}

export type Ports = {
  readonly signalling: Signalling;
  readonly localMedia: LocalMedia;
  readonly geolocation: Geolocation;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
};
