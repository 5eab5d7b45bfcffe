import type { Bandwidth } from '@samtal/call-core';
import type { Direction, OwnText } from '@samtal/realtime-text';
import {
  addTextToSdp,
  answerChannel,
  applyBandwidth,
  cutTextMedia,
  readTextFromSdp,
  stripTextFromSdp,
} from '@samtal/realtime-text';
import { withHeldDirections } from './held-bodies.ts';
import { type Exchange, isSending, isTaking, sectionsOf } from './media-sections.ts';

/** A body that JsSIP sends or receives; listeners of JsSIP's `sdp` event may change it in place. */
export type Body = { readonly originator: string; readonly type: string; sdp: string };

export type BodyExchange = {
  /**
   * Adds to local bodies what browsers leave out, and removes from a peer's body what browsers do not accept.
   */
  readonly pass: (body: Body) => void;
  /** Whether offer and answer allow audio or video in at least one direction. */
  isFlowing(kind: 'audio' | 'video'): boolean;
  /** Whether the peer sends audio or video that this side receives. */
  isReceiving(kind: 'audio' | 'video'): boolean;
  /** The last offer that was answered, with its answer. */
  readonly exchanged: Exchange;
  /** The peer's last body, unchanged but for the directions of a call that it holds by an address. */
  readonly remote: string;
  /** The text transports in the last local body, and whether it says that this side counts text. */
  readonly ownText: OwnText;
};

export type BodyExchangeOptions = {
  /** The text transports that this client supports, and whether it counts text. */
  readonly text: OwnText;
  readonly bandwidth: Bandwidth;
  /** What the browser gets of an offer of the peer. */
  readonly takeOffer: (sdp: string) => string;
  /** A body of this side, with what the browser leaves out of it. */
  readonly label: (sdp: string) => string;
};

/** Whether a section of `kind` that both bodies accept has directions for which `isIt` holds. */
function someOpen(
  { offer, answer, isOwn }: Exchange,
  kind: string,
  isIt: (offered: Direction, answered: Direction) => boolean,
): boolean {
  const offered = sectionsOf(offer, isOwn);
  return sectionsOf(answer, !isOwn).some((section, index) => {
    const asked = offered[index];
    return (
      asked?.kind === kind &&
      section.kind === kind &&
      asked.isLive &&
      section.isLive &&
      isIt(asked.direction, section.direction)
    );
  });
}

/** The bodies of one call (RFC 3264), for offers in both directions. */
export function createBodyExchange({ text, bandwidth, takeOffer, label }: BodyExchangeOptions): BodyExchange {
  /** The last offer, and the last offer that was answered, with its answer. */
  let open = { offer: '', isOwn: false };
  let exchanged = { ...open, answer: '' };
  let remote = '';
  let ownText = text;
  let cut: ReturnType<typeof cutTextMedia> | undefined;

  function takeIn(body: Body): void {
    remote = withHeldDirections(body.sdp);
    const taken = cutTextMedia(remote);
    if (body.type === 'offer') cut = taken;
    body.sdp = stripTextFromSdp(body.type === 'offer' ? takeOffer(taken.sdp) : taken.sdp);
  }

  function writeAnswer(sdp: string): string {
    const { dataChannel: peerChannel, isExact = false, isContinued = false } = readTextFromSdp(remote);
    // An answer names only channels that were offered (RFC 8864 §6.4), and accepts only what was offered.
    ownText = {
      dataChannel: text.dataChannel && peerChannel !== undefined,
      message: text.message,
      isExact: text.isExact === true && isExact,
      ...(text.isContinued === true && isContinued ? { isContinued } : {}),
    };
    const own = addTextToSdp(sdp, ownText, peerChannel && answerChannel(peerChannel));
    return cut?.restore(own) ?? own;
  }

  return {
    pass(body) {
      const isOffer = body.type === 'offer';
      if (body.originator === 'remote') takeIn(body);
      else {
        const sdp = label(body.sdp);
        body.sdp = applyBandwidth(isOffer ? addTextToSdp(sdp, text) : writeAnswer(sdp), bandwidth);
        if (isOffer) ownText = text;
      }
      const passed = body.originator === 'remote' ? remote : body.sdp;
      if (isOffer) open = { offer: passed, isOwn: body.originator === 'local' };
      else exchanged = { ...open, answer: passed };
    },
    isFlowing: (kind) => someOpen(exchanged, kind, (...sides) => !sides.includes('inactive')),
    isReceiving: (kind) =>
      someOpen(exchanged, kind, (offered, answered) =>
        exchanged.isOwn ? isTaking(offered) && isSending(answered) : isSending(offered) && isTaking(answered),
      ),
    get exchanged() {
      return exchanged;
    },
    get remote() {
      return remote;
    },
    get ownText() {
      return ownText;
    },
  };
}
