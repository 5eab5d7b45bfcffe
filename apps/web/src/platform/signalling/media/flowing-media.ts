import type { DeviceKind, NegotiatedMedia, SignallingEvent } from '@samtal/call-core';
import type { BodyExchange } from '../requests/body-exchange.ts';
import { peerTakesMedia, takesMedia } from '../requests/held-bodies.ts';
import { createHeldDirections } from './held-directions.ts';

/** Sound and video that flow in at least one direction, and those that the peer sends. */
export type Flow = Pick<NegotiatedMedia, DeviceKind> & {
  readonly fromPeer: Readonly<Record<DeviceKind, boolean>>;
};

/** What the bodies of a call say of its sound and video, and of which end holds it (RFC 3264 §8.4). */
export type FlowingMedia = {
  /** This side wants to hold the call; its bodies say so from the next one on. */
  isHoldWanted: boolean;
  /** Gives the transceivers the directions of a call that this side holds, or does not hold. */
  direct(connection: RTCPeerConnection): void;
  /** Takes the exchange that establishes the call. */
  begin(): Flow;
  /** Finds out which end holds the call after an exchange; emits `holdChanged` if that has changed. */
  followHold(): void;
  /** Emits `mediaChanged` after an exchange; for an offer of the peer only if the media are not those of before. */
  report(isOwn: boolean): void;
};

const together = (one: Flow, other: Flow): Flow => ({
  audio: one.audio || other.audio,
  video: one.video || other.video,
  fromPeer: {
    audio: one.fromPeer.audio || other.fromPeer.audio,
    video: one.fromPeer.video || other.fromPeer.video,
  },
});

export function createFlowingMedia(
  callId: string,
  emit: (event: SignallingEvent) => void,
  bodies: BodyExchange,
): FlowingMedia {
  const setDirections = createHeldDirections();
  /** Which end holds the call, as the last exchange says. */
  let hold = { isOwn: false, isByPeer: false };
  /** The peer took sound or video in the last exchange that told. */
  let didPeerTake = false;
  /** The media of the call when it was last held by neither end. */
  let unheld: Flow | undefined;
  /** The media that were reported last. */
  let reported = '';

  /** The media of the call: while one end holds it, those from before, and what was added since. */
  function mediaOfCall(): Flow {
    const now = {
      audio: bodies.isFlowing('audio'),
      video: bodies.isFlowing('video'),
      fromPeer: { audio: bodies.isReceiving('audio'), video: bodies.isReceiving('video') },
    };
    unheld = unheld !== undefined && (hold.isOwn || hold.isByPeer) ? together(unheld, now) : now;
    return unheld;
  }

  const media: FlowingMedia = {
    isHoldWanted: false,
    direct: (connection) => setDirections(connection, media.isHoldWanted),
    begin() {
      didPeerTake = peerTakesMedia(bodies.exchanged) ?? false;
      const begun = mediaOfCall();
      reported = JSON.stringify(begun);
      return begun;
    },
    followHold() {
      const { exchanged } = bodies;
      const takes = peerTakesMedia(exchanged);
      const isByPeer = takes === undefined ? hold.isByPeer : !takes && (hold.isByPeer || didPeerTake);
      didPeerTake = takes ?? didPeerTake;
      // A body may have been written before the user wanted to hold the call.
      const isOwn = media.isHoldWanted && !takesMedia(exchanged.isOwn ? exchanged.offer : exchanged.answer);
      if (isOwn === hold.isOwn && isByPeer === hold.isByPeer) return;
      hold = { isOwn, isByPeer };
      emit({ type: 'holdChanged', callId, ...hold });
    },
    report(isOwn) {
      const current = mediaOfCall();
      const text = JSON.stringify(current);
      if (!isOwn && text === reported) return;
      reported = text;
      emit({ type: 'mediaChanged', callId, isOwn, ...current });
    },
  };
  return media;
}
