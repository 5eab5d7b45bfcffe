/** What happens in one call, as a party sees it. SDP is as it came, untrusted. */
export type PartyEvent =
  | ({ readonly type: 'invited' | 'reinvited' } & Offer)
  /** The caller has acknowledged the answer: from now on text can be sent. */
  | { readonly type: 'established' }
  /** Characters of T.140, as in the body of one MESSAGE. */
  | { readonly type: 'textReceived'; readonly text: string };

export type Offer = {
  /** undefined when the request had no body. */
  readonly offer: string | undefined;
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
  | { readonly do: 'refuse'; readonly status: number }
  | { readonly do: 'sendText'; readonly text: string }
  | { readonly do: 'hangUp' };

/** The rule by which a party behaves: no I/O, no time, no memory of other calls. */
export type Party = (event: PartyEvent) => readonly PartyEffect[];
