import type { Clock } from '@samtal/sip';
import type { PartyLog } from './ports.ts';

/** What happens in one call, as a party sees it. Bodies are as they came, untrusted. */
export type PartyEvent =
  | ({ readonly type: 'invited' | 'reinvited' } & Offer)
  /** The caller has acknowledged the answer: from now on text can be sent. */
  | { readonly type: 'established' }
  /** Characters of T.140, as in the body of one MESSAGE. */
  | { readonly type: 'textReceived'; readonly text: string }
  /** The body of an INFO: digits or a position (SIP-04). `contentType` is in lower case, without parameters. */
  | { readonly type: 'infoReceived'; readonly contentType: string; readonly body: string }
  /** The caller hangs up: text that was sent before may still come, for as long as `takeAfter` says. */
  | { readonly type: 'hangingUp' }
  /** The last event, however the call has ended; of what it would have done, nothing but `takeAfter` counts. */
  | { readonly type: 'ended' };

export type Offer = {
  /** undefined when the request had no SDP. */
  readonly offer: string | undefined;
  /** A location document that came along with it (RFC 6442 §3.1), as XML. */
  readonly position: string | undefined;
  /** Whether Allow names MESSAGE. */
  readonly allowsMessage: boolean;
  /** For the o-line of the answer. */
  readonly session: SdpSession;
};

export type SdpSession = {
  /** Decimal digits, the same through the whole call. */
  readonly id: string;
  /** Grows by one with each answer (RFC 3264 §8). */
  readonly version: number;
};

/** What a party wants done in its call. */
export type PartyEffect =
  | { readonly do: 'ring' }
  | { readonly do: 'answer'; readonly sdp: string }
  | { readonly do: 'refuse'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly do: 'sendText'; readonly text: string }
  /**
   * In answer to `textReceived`: the text counts as taken when this is fulfilled, and as refused when it is rejected.
   * When the caller hangs up: BYE is answered when this is settled.
   */
  | { readonly do: 'takeAfter'; readonly stored: Promise<void> }
  | { readonly do: 'hangUp' };

/** The rule by which a party behaves in one call. Whatever it throws ends that call. */
export type Party = (event: PartyEvent) => readonly PartyEffect[];

/** What a party knows of its call, and how it acts when nothing has happened in it. */
export type Line = {
  readonly clock: Clock;
  readonly log: PartyLog;
  readonly caller: {
    /** `user@domain` in lower case; empty when From cannot be read. */
    readonly address: string;
    /** Display name as the caller writes it; untrusted text. */
    readonly name: string | undefined;
  };
  /** Address that was called before the call was passed on to this party (RFC 5806), if it was. */
  readonly divertedFrom: string | undefined;
  /** Acts now, for reasons that are no event of the call; once the call has ended nothing is done. */
  readonly act: (decide: () => readonly PartyEffect[]) => void;
};

/** One party for each call. */
export type CreateParty = (line: Line) => Party;
