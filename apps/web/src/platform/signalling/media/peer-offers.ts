import type { Log, MediaKinds, OutgoingCall } from '@samtal/call-core';
import { changeDescriptions } from '../requests/description-queue.ts';
import type { Session } from '../rtc-session.ts';
import type { ScreenSection } from '../screen/screen-section-code.ts';
import { refuseMoreVideos, refuseUnwantedMedia, repeatAnswer, takeAddedMedia } from './call-peer.ts';
import type { FlowingMedia } from './flowing-media.ts';

export type PeerOffersOptions = {
  readonly log: Log;
  readonly wanted: MediaKinds;
  /** The media that either end may add during the call; absent = none. */
  readonly mayAdd?: OutgoingCall['mayAdd'];
  readonly flow: FlowingMedia;
  /** The section of a shared screen; undefined until an offer may have it (decision D88). */
  readonly screen: () => ScreenSection | undefined;
  /** The connection of the established call; undefined before and after. */
  readonly connection: () => RTCPeerConnection | undefined;
};

/** How this side answers the offers of the peer. */
export type PeerOffers = {
  /** Gives the transceivers the directions of the answer, once the offer is set. */
  direct(connection: RTCPeerConnection): void;
  /** Repeats an answer that has new sections, so that a rollback later does not undo it. */
  keepAnswer(session: Session): void;
};

export function createPeerOffers(options: PeerOffersOptions): PeerOffers {
  const { log, wanted, mayAdd, flow, screen, connection } = options;
  /** How many transceivers the connection had when an answer was last repeated. */
  let repeatedCount = 0;

  return {
    direct(peer) {
      // A medium that is off here also stays off in offers that change the call.
      if (mayAdd !== undefined && connection() !== undefined) takeAddedMedia(peer, mayAdd);
      else refuseUnwantedMedia(peer, wanted);
      // Its code refuses them before, in offers that change the call.
      const section = screen();
      if (section) section.direct();
      else refuseMoreVideos(peer);
      flow.direct(peer);
    },
    keepAnswer(session) {
      const peer = connection();
      if (peer === undefined || peer.getTransceivers().length === repeatedCount) return;
      repeatedCount = peer.getTransceivers().length;
      changeDescriptions(session, () => repeatAnswer(peer)).catch((error: unknown) => {
        if (connection() !== undefined) log.warn('answer_not_repeated', { error: String(error) });
      });
    },
  };
}
