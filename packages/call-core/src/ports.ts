/**
 * The ports of the calling core. Those for SIP, devices and position start an operation and return
 * immediately; results arrive as events through the `emit` function that the adapter was built with. Adapters
 * are in `apps/web/src/platform`, fakes in `packages/test-kit`; one test suite checks the adapter and the
 * fake of Signalling.
 */
import type { DeviceKind, MediaKinds, NegotiatedMedia, TextTransportName } from './media-kinds.ts';

/** The remote user of a call, as signalling knows them. */
export type RemoteUser = {
  /** `user@domain`, without scheme and parameters. */
  readonly address: string;
  /** SIP display name; untrusted text. */
  readonly displayName?: string;
};

/** The account a browser registers with. */
export type SipAccount = {
  /** Address of record, `user@domain` (LOGIN-17). */
  readonly address: string;
  /** Digest username, the USERNAME property (REG-02). */
  readonly username: string;
  readonly password: string;
};

/** Upper limits per medium, 0 = no limit (MEDIA-05). */
export type Bandwidth = { readonly audioKbps: number; readonly videoKbps: number };

/** An outgoing call for signalling. It uses the local media of the same `callId`. */
export type OutgoingCall = {
  readonly callId: string;
  /** `user@domain`. */
  readonly target: string;
  readonly wanted: MediaKinds;
  readonly bandwidth: Bandwidth;
  /** The media that either end may add during the call; absent = none (decision D16). */
  readonly mayAdd?: Readonly<Record<DeviceKind, boolean>>;
  /** Value of the Call-Info header; absent if no address is known. */
  readonly callInfo?: string;
  /** PIDF-LO document that travels in the INVITE of an emergency call (decision D19, RFC 6442). */
  readonly location?: string;
  /** Value of Replaces: the dialog at the target that the call is to replace (RFC 3891, decision D101). */
  readonly replaces?: string;
  /** Value of Join: the dialog at the target that the call is to join (RFC 3911, decision D102). */
  readonly joins?: string;
  /** The other user in the call of three to which the target is invited. */
  readonly withUser?: string;
};

export type IncomingAnswer = {
  readonly callId: string;
  readonly wanted: MediaKinds;
  readonly bandwidth: Bandwidth;
  readonly mayAdd?: OutgoingCall['mayAdd'];
};

/** Content of an INFO in a call (SIP-04, decision D19). */
export type Info =
  /** `application/dtmf-relay`. */
  | { readonly kind: 'tone'; readonly tone: string; readonly durationMs: number }
  /** `application/pidf+xml`. */
  | { readonly kind: 'location'; readonly document: string };

/**
 * SIP for the core. Every method returns immediately; results are {@link SignallingEvent}s. A method called
 * for a call that no longer exists does nothing.
 */
export interface Signalling {
  /**
   * Connects to a server, e.g. `wss://host/sip`; emits `connectionOpened` and, on failure or loss,
   * `connectionLost`.
   */
  openConnection(serverUri: string, account: SipAccount): void;
  /** Closes the connection without an event. */
  closeConnection(): void;
  /**
   * Closes the connection without an event, and keeps established calls for the next `openConnection`
   * (decision D80). A connection that is lost keeps them too, if the adapter was built to do so.
   */
  suspendConnection(): void;
  /** Registers, and refreshes the registration automatically; emits `registered` or `registrationRefused`. */
  register(expirySeconds: number): void;
  /** Sends REGISTER with expiry 0; emits `unregistered`, even without an answer. */
  unregister(): void;
  /**
   * The devices of a call are being opened: the adapter may find its addresses (ICE candidates) meanwhile. Emits
   * nothing. `invite`, `answer` or `discard` follows.
   */
  prepare(callId: string, kinds: Readonly<Record<DeviceKind, boolean>>): void;
  /** The call is over, or will not be made: what `prepare` has made for it and is not in use is closed. */
  discard(callId: string): void;
  /**
   * Sends INVITE; emits zero or more `ringing`, then `callAccepted`, `callRefused` or `callBroken`; or
   * `setUpFailed`.
   */
  invite(call: OutgoingCall): void;
  /**
   * Accepts an incoming INVITE; emits `callAccepted`, `callBroken` or `setUpFailed`. After `takeUpReceived`,
   * accepts the INVITE that replaces the call; emits `callTakenUp`, or nothing if it fails.
   */
  answer(answer: IncomingAnswer): void;
  /**
   * Refuses an incoming INVITE with a final status; emits `callClosed`.
   * @param words a message that the caller reads
   */
  reject(callId: string, status: number, words?: string): void;
  /** Cancels an outgoing INVITE; emits `callClosed`. */
  cancel(callId: string): void;
  /** Sends BYE; emits `callClosed`. */
  hangUp(callId: string): void;
  /**
   * Offers the peer of an established call to add `kind`, whose device is open, by re-INVITE; emits
   * `mediaChanged` or `mediaRefused`.
   */
  offerMedium(callId: string, kind: DeviceKind): void;
  /**
   * Offers the peer of an established call to go on after an interruption, by re-INVITE with an ICE restart;
   * emits `callResumed` or `resumeFailed`.
   */
  resume(callId: string): void;
  /**
   * Names the dialog of an established call, so that another page can replace it (RFC 3891): text that only
   * the adapter reads. Undefined if there is no such dialog.
   */
  dialogOf(callId: string): string | undefined;
  /**
   * Takes over a call of the page that was open before a reload, by the text of `dialogOf`; its dialog can be
   * replaced, and ended with `hangUp` or `abandon`. Emits `takeUpReceived` if the peer's page was reloaded too,
   * and `remoteHungUp`.
   */
  restoreDialog(callId: string, dialog: string): void;
  /**
   * Sends an INVITE that replaces the dialog of the page that was open before; emits `callTakenUp` or
   * `takeUpFailed`. The peer does not ring.
   */
  takeUp(call: OutgoingCall): void;
  /**
   * Offers the peer of an established call to hold its sound and video, or to let them flow again, by re-INVITE
   * (RFC 3264 §8.4); emits `holdAnswered`, after `holdChanged` if the two ends agree. Later offers and answers
   * of this side say the same.
   */
  offerHold(callId: string, isHeld: boolean): void;
  /**
   * Offers the peer of an established call the screen of this user, whose capture is open, or its end, by re-INVITE;
   * emits `screenAnswered`, after `screenChanged` if the two ends agree (decision D88).
   */
  offerScreen(callId: string, isShared: boolean): void;
  /**
   * Asks the peer of an established call to call a third user (REFER), and emits `transferAnswered` and any number of
   * `transferProgress`; or reports to the peer what became of its `transferAsked` (NOTIFY, decision D87).
   */
  transfer(callId: string, request: TransferRequest): void;
  /**
   * Sends one chunk of T.140 characters on the call's text transport; emits `textDelivered` once the chunk is
   * known to have arrived (decision D41), or `textFailed`.
   */
  sendText(callId: string, chunkId: number, characters: string): void;
  /** Sends one INFO in the call's dialog; emits `infoDelivered` or `infoFailed`. */
  sendInfo(callId: string, infoId: number, info: Info): void;
  /** Drops a call immediately in any state: closes the peer connection, awaits no message, emits nothing. */
  abandon(callId: string): void;
}

/** `report`: a status below 200 is progress, any other one is the end. */
export type TransferRequest =
  /** `replaces`: the call with `target`, whose place the call of the peer is to take (RFC 5589 §7). */
  | {
      readonly do: 'refer';
      readonly target: string;
      readonly replaces?: string;
      /** The call with `target` that the call of the peer is to join (RFC 3911). */
      readonly joins?: string;
    }
  | { readonly do: 'report'; readonly referId: number; readonly status: number };

export type SignallingEvent =
  | { readonly type: 'connectionOpened' }
  /** The connection could not be opened or was lost. `code` is for the log, not for the screen. */
  | { readonly type: 'connectionLost'; readonly code: string }
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
      readonly from: RemoteUser;
      readonly offered: MediaKinds;
      /** The established call whose place this one is to take, which its other end has asked for (decision D101). */
      readonly replaces?: string;
      /** The established call that this one is to join (RFC 3911, decision D102). */
      readonly joins?: string;
      /** The address of the user who will be in the call, too, as the caller says. */
      readonly withUser?: string;
    }
  /** The peer of an outgoing call sent 180. */
  | { readonly type: 'ringing'; readonly callId: string }
  | { readonly type: 'callAccepted'; readonly callId: string; readonly media: NegotiatedMedia }
  /** Final 3xx-6xx answer to our INVITE. */
  | {
      readonly type: 'callRefused';
      readonly callId: string;
      readonly status: number;
      readonly reason: string;
      /** A message of the callee. */
      readonly words?: string;
    }
  /**
   * The media of an established call after a new offer and answer; `isOwn`: this side made the offer. The answer
   * may have refused its medium. While either end holds the call, the media are those before it.
   */
  | {
      readonly type: 'mediaChanged';
      readonly callId: string;
      readonly isOwn: boolean;
      readonly audio: boolean;
      readonly video: boolean;
      readonly fromPeer: Readonly<Record<DeviceKind, boolean>>;
    }
  /**
   * The peer refused an offer of this side; 491: the offers of both ends crossed (RFC 3261 §14.1). The media
   * stay as they were.
   */
  | { readonly type: 'mediaRefused'; readonly callId: string; readonly status: number }
  /**
   * A new offer and answer have changed which end holds the call (decision D84): this end, with the agreement
   * of the peer, or the peer, with this end's. Until then, and until a call is established, neither holds it.
   */
  | {
      readonly type: 'holdChanged';
      readonly callId: string;
      readonly isOwn: boolean;
      readonly isByPeer: boolean;
    }
  /** The final status of an offer to hold or to resume; absent: it got no usable answer. 491: offers crossed. */
  | { readonly type: 'holdAnswered'; readonly callId: string; readonly status?: number }
  /**
   * A new offer and answer have changed whose screen is shared (decision D88): that of this end, which the peer takes,
   * or that of the peer. Until then neither is.
   */
  | {
      readonly type: 'screenChanged';
      readonly callId: string;
      readonly isOwn: boolean;
      readonly isByPeer: boolean;
    }
  /** The final status of `offerScreen`; absent: it got no usable answer. 491: offers crossed. */
  | {
      readonly type: 'screenAnswered';
      readonly callId: string;
      readonly isShared: boolean;
      readonly status?: number;
    }
  /**
   * The peer of an established call cannot be reached: ICE has lost it, or the server says that it is away.
   * Emitted only by an adapter that keeps calls (decision D80).
   */
  | { readonly type: 'peerLost'; readonly callId: string }
  /** The peer is reached again. */
  | { readonly type: 'peerFound'; readonly callId: string }
  /** Both ends have agreed to go on after an interruption; either may have made the offer. */
  | { readonly type: 'callResumed'; readonly callId: string }
  /** The offer to go on was refused, or got no answer (no status). */
  | { readonly type: 'resumeFailed'; readonly callId: string; readonly status?: number }
  /**
   * The peer of an established call asks with another INVITE to replace it, because its page was loaded anew
   * (decision D81). Nothing rings; it is answered with the media that are in use.
   */
  | { readonly type: 'takeUpReceived'; readonly callId: string }
  /**
   * Another dialog has replaced that of the call. Chunks of text from `unsentFrom` on were never sent.
   */
  | {
      readonly type: 'callTakenUp';
      readonly callId: string;
      readonly media: NegotiatedMedia;
      readonly unsentFrom?: number;
    }
  /** The INVITE that would replace the call was refused, or got no answer (no status). */
  | { readonly type: 'takeUpFailed'; readonly callId: string; readonly status?: number }
  /** The peer of an established call asks this side to call `target` (REFER); `referId` names the question. */
  | {
      readonly type: 'transferAsked';
      readonly callId: string;
      readonly referId: number;
      readonly target: RemoteUser;
      /** Value of Replaces for the INVITE to the target. */
      readonly replaces?: string;
      /** Value of Join for that INVITE. */
      readonly joins?: string;
    }
  /** The final status of a REFER of this side; 408: no answer came. */
  | { readonly type: 'transferAnswered'; readonly callId: string; readonly status: number }
  /** How far the peer has come with the call to the target, as the status of that call (RFC 3515 §2.4.5). */
  | { readonly type: 'transferProgress'; readonly callId: string; readonly status: number }
  /** The incoming INVITE was cancelled or expired; `cause` is from the Reason of the CANCEL (RFC 3326). */
  | { readonly type: 'inviteCancelled'; readonly callId: string; readonly cause?: number }
  /**
   * The peer sent BYE; `isLost`: a server sent it for a peer that has lost its connection (RFC 3326).
   */
  | { readonly type: 'remoteHungUp'; readonly callId: string; readonly isLost?: true }
  /** The INVITE, or the answer to one, could not be created or sent. `code` is for the log (STATE-24). */
  | {
      readonly type: 'setUpFailed';
      readonly callId: string;
      readonly code: string;
      /** The browser has no WebRTC, so no call is possible. */
      readonly hasNoWebRtc?: true;
    }
  /** The call ended by a fault: transport, timeout, or a failed peer connection. */
  | { readonly type: 'callBroken'; readonly callId: string; readonly code: string }
  /** The last message of a local ending has been answered. */
  | { readonly type: 'callClosed'; readonly callId: string }
  | { readonly type: 'textReceived'; readonly callId: string; readonly characters: string }
  | { readonly type: 'textDelivered'; readonly callId: string; readonly chunkId: number }
  /**
   * It is unknown whether the unconfirmed chunks have arrived, except that those from `unsentFrom` on were
   * never sent. Emitted before the text transport changes.
   */
  | {
      readonly type: 'textFailed';
      readonly callId: string;
      readonly chunkId: number;
      readonly unsentFrom?: number;
    }
  | { readonly type: 'infoDelivered'; readonly callId: string; readonly infoId: number }
  /** The INFO was refused or not answered; the call goes on. */
  | { readonly type: 'infoFailed'; readonly callId: string; readonly infoId: number }
  /**
   * Another text transport is used: a new data channel, MESSAGE or none (D10). Characters sent before may be
   * missing, unless `isTextSafe`: the previous transport never carried any. Chunks from `unsentFrom` on were
   * never sent. `isTextExact`: nothing can be missing, because the adapter sends again what the peer has not
   * reported; chunks that are not answered yet still get their answer (decision D82).
   */
  | {
      readonly type: 'textTransportChanged';
      readonly callId: string;
      readonly transport: TextTransportName;
      /** Characters per second that the new transport may carry. */
      readonly cps?: number;
      readonly isTextSafe?: boolean;
      readonly isTextExact?: true;
      readonly unsentFrom?: number;
    };

/** Why a device could not be opened (MEDIA-08, -09, -10). */
export type MediaFailure = 'inUse' | 'notFound' | 'denied' | 'other';

/** Camera and microphone. Streams never enter the core: the adapter keeps them under their `callId`. */
export interface LocalMedia {
  /**
   * Opens the devices of a call; emits `mediaFailed`, or `mediaAcquired` and later any number of
   * `devicesChanged`. A missing camera does not fail a call that has a microphone (MEDIA-04).
   */
  acquire(callId: string, wanted: { readonly audio: boolean; readonly video: boolean }): void;
  /**
   * Opens the device of a medium that is added to a call; emits `devicesChanged` and `deviceOpened`, or
   * `deviceFailed`.
   */
  open(callId: string, kind: DeviceKind): void;
  /** Closes one device of a call; emits `devicesChanged`. */
  close(callId: string, kind: DeviceKind): void;
  /** Mutes or unmutes one medium that is being sent (INCALL-09, INCALL-11). */
  setSending(callId: string, kind: 'audio' | 'video', isOn: boolean): void;
  /** While `isHeld`, nothing of the call's devices is sent, whatever `setSending` has asked for. */
  setHeld(callId: string, isHeld: boolean): void;
  /** Stops every track of the call (MEDIA-12). */
  release(callId: string): void;
  /**
   * Opens the devices for 3 s, so that the browser asks for permission before the first call, unless
   * permission is already granted (MEDIA-03, A-075). Emits `permissionChanged` for the decision and for later
   * changes.
   */
  prime(wanted: { readonly audio: boolean; readonly video: boolean }): void;
  /**
   * Emits `promptFound` if `acquire` or `prime` is still opening devices and the browser shows its prompt
   * (MEDIA-02). If the browser does not report its prompts, devices that open slowly count as a prompt.
   */
  lookForPrompt(): void;
}

export type LocalMediaEvent =
  | {
      readonly type: 'mediaAcquired';
      readonly callId: string;
      readonly audio: boolean;
      readonly video: boolean;
      /** Why one of the two requested devices is missing (MEDIA-04). */
      readonly failure?: MediaFailure;
    }
  /** The devices that work after a device of a call in progress was removed or replaced. */
  | {
      readonly type: 'devicesChanged';
      readonly callId: string;
      readonly audio: boolean;
      readonly video: boolean;
    }
  | { readonly type: 'mediaFailed'; readonly callId: string; readonly failure: MediaFailure }
  | { readonly type: 'deviceOpened'; readonly callId: string; readonly kind: DeviceKind }
  | {
      readonly type: 'deviceFailed';
      readonly callId: string;
      readonly kind: DeviceKind;
      readonly failure: MediaFailure;
    }
  | { readonly type: 'promptFound' }
  /**
   * The user, or the browser for the user, allowed the wanted devices or denied one of them (DIAL-12,
   * MEDIA-07).
   */
  | { readonly type: 'permissionChanged'; readonly isDenied: boolean };

/** What becomes of the capture of the screen (`ScreenCapture`). A user who chooses nothing has no `why`. */
export type ScreenCaptureEvent =
  | { readonly type: 'screenOpened'; readonly callId: string }
  | {
      readonly type: 'screenFailed';
      readonly callId: string;
      readonly why?: 'denied' | 'pressAgain' | 'failed';
    }
  /** The user has ended it with the browser's own button, or what was shared is gone. */
  | { readonly type: 'screenEnded'; readonly callId: string };

/** One position in WGS 84. */
export type Position = {
  /** Decimal degrees, north positive. */
  readonly latitude: number;
  /** Decimal degrees, east positive. */
  readonly longitude: number;
  /** Radius of 95 % confidence (W3C Geolocation `accuracy`). */
  readonly accuracyMetres: number;
  /** Time of the measurement, milliseconds since the epoch. */
  readonly at: number;
};

/** The user's position; requested only in an emergency call (GEO-01, GEO-02). */
export interface Geolocation {
  /** Reports positions from now on; emits `positionFound` any number of times, or `positionFailed`. */
  watch(): void;
  /** Ends `watch`; nothing is emitted after it (GEO-06). */
  stop(): void;
}

export type GeolocationEvent =
  | { readonly type: 'positionFound'; readonly position: Position }
  /** Why no position is found; `code` is for the log. */
  | { readonly type: 'positionFailed'; readonly code: string };

/** A notice for the user; the screens turn the code into text. */
export type Notice = {
  /** Stable name (docs/requirements.md 3.3 "Alert ids"); a notice replaces an older one with the same id. */
  readonly id: string;
  readonly code: NoticeCode;
};

export type NoticeCode =
  | 'mediaInUse'
  | 'deviceNotFound'
  | 'mediaDenied'
  /** An emergency call goes on by text, because the user has not answered the browser's question (decision D89). */
  | 'devicesUnanswered'
  | 'noMedia'
  | 'noCallsOffline'
  | 'setUpFailed'
  | 'noWebRtc'
  | 'uncallable'
  /** The code for what the user wants could not be loaded. */
  | 'notLoaded'
  /** The peer does not take the medium that the user wanted to add (decision D33). */
  | 'soundRefused'
  | 'videoRefused'
  | 'tooManyCharacters'
  /** The edit would delete more than 50 characters (RTT-10). */
  | 'tooManyDeleted'
  /** The edit would change text before a gap (decision D41). */
  | 'beforeGap'
  /** The edit would send too much text again. */
  | 'tooFarBack'
  /** The call is over, and part of the text may not have arrived. */
  | 'textInDoubt'
  | 'erasureInDoubt';

export interface Notices {
  show(notice: Notice): void;
  clear(id: string): void;
}

/** The clock; `now` is in milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels the timer. */
  setTimer(delayMs: number, run: () => void): () => void;
}

/** Uniform numbers in [0, 1). */
export type Random = () => number;

/** Structured log; it never gets passwords, tokens or typed text. */
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
