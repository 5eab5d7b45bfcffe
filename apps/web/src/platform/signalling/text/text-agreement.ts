import type { TextTransportName } from '@samtal/call-core';
import {
  chooseTransport,
  type OwnText,
  readTextFromSdp,
  type TextTransport,
  USUAL_CPS,
} from '@samtal/realtime-text';

/** What offer and answer say of the text of a call. */
export type TextAgreement = {
  readonly transport: TextTransportName;
  /** What replaces a data channel that fails. */
  readonly fallback: TextTransportName;
  /** The characters per second that the peer accepts on a data channel, also on one that is opened later. */
  readonly cps: number;
  /** The peer sends text on the data channel and accepts none (RFC 8865 §4.2.3). */
  readonly isReadOnly: boolean;
  /** Both ends count text (decision D82). */
  readonly isExact: boolean;
  /** The counts are those of the dialog that this one replaces. */
  readonly isContinued: boolean;
};

/**
 * @param own what the last body of this side says of text
 * @param remote the last body of the peer
 * @param order the operator's preference (decision D10)
 */
export function agreeOnText(
  own: OwnText,
  remote: string,
  peerAllowsMessage: boolean,
  order: readonly TextTransport[],
): TextAgreement {
  const peer = readTextFromSdp(remote);
  const sides = { own, peer, peerAllowsMessage, order };
  const chosen = chooseTransport(sides);
  const isExact = own.isExact === true && peer.isExact === true;
  return {
    transport: chosen.name,
    fallback: chooseTransport({ ...sides, own: { ...own, dataChannel: false } }).name,
    cps: peer.dataChannel?.cps ?? USUAL_CPS,
    isReadOnly: chosen.name === 'dataChannel' && chosen.isReadOnly === true,
    isExact,
    isContinued: isExact && own.isContinued === true && peer.isContinued === true,
  };
}
