import type { TextSupport } from './sdp.ts';

export type TextWire = 'data-channel' | 'message';

export type WireChoice =
  | { readonly name: 'dataChannel'; readonly cps: number; readonly isReadOnly?: true }
  | { readonly name: 'message' }
  | { readonly name: 'none' };

export type Sides = {
  /** What this side put into its own body. */
  readonly own: { readonly dataChannel: boolean; readonly message: boolean };
  readonly peer: TextSupport;
  /** Whether the other end's Allow header names MESSAGE: a phone that knows no `a=rtt`. */
  readonly peerAllowsMessage: boolean;
  /** Preference of the operator (decision D10). */
  readonly order: readonly TextWire[];
};

/** The wire both ends have, the preferred one first. An open channel alone proves nothing: only `dcmap` counts. */
export function chooseWire({ own, peer, peerAllowsMessage, order }: Sides): WireChoice {
  for (const wire of order) {
    if (wire === 'data-channel' && own.dataChannel && peer.dataChannel !== undefined) {
      const { cps, direction } = peer.dataChannel;
      // It takes no text there (RFC 8865 §4.2.3, T25).
      const isReadOnly = direction === 'sendonly' || direction === 'inactive';
      return { name: 'dataChannel', cps, ...(isReadOnly ? { isReadOnly } : {}) };
    }
    const peerHasMessage = peer.rtt === 'sip-message' || (peer.rtt === undefined && peerAllowsMessage);
    if (wire === 'message' && own.message && peerHasMessage) return { name: 'message' };
  }
  return { name: 'none' };
}
