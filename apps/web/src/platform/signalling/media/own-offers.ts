import type { Bandwidth, Clock, DeviceKind, Log, SignallingEvent } from '@samtal/call-core';
import type { CallStreams } from '../../media/call-streams.ts';
import type { BodyExchange } from '../requests/body-exchange.ts';
import { CROSSED, type OfferOptions, sendOffer } from '../requests/media-offer.ts';
import type { Session } from '../rtc-session.ts';
import type { ScreenSection } from '../screen/screen-section-code.ts';
import { type IsOfScreen, keepDirections } from './call-peer.ts';
import type { FlowingMedia } from './flowing-media.ts';
import { limitSenders } from './sender-limits.ts';

export type OwnOffersOptions = {
  readonly callId: string;
  readonly emit: (event: SignallingEvent) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly streams: CallStreams;
  readonly bandwidth: Bandwidth;
  /** The session goes on if an offer gets no answer (decision D80). */
  readonly keepsCalls: boolean;
  readonly bodies: BodyExchange;
  readonly flow: FlowingMedia;
  /** The section of a shared screen; undefined until an offer may have it (decision D88). */
  readonly screen: () => ScreenSection | undefined;
  readonly isOfScreen: IsOfScreen;
  /** Creates that section, if its code is loaded. */
  readonly openScreen: () => ScreenSection | undefined;
  /** The connection of the established call; undefined before and after. */
  readonly connection: () => RTCPeerConnection | undefined;
  /** Called when the browser is about to create the description of an offer. */
  readonly describe: () => void;
  /** Called when the peer has accepted an offer. */
  readonly followExchange: () => void;
  /** The two ends have different media now: the call is over. */
  readonly onConnectionFailed: () => void;
};

/** The offers of this side that change an established call. */
export type OwnOffers = {
  /** Whether an offer is being prepared or waits for its answer. */
  readonly isUnderWay: boolean;
  /** Offers the peer to add `kind`, whose local track exists; emits `mediaChanged` or `mediaRefused`. */
  addMedium(session: Session, kind: DeviceKind): Promise<void>;
  /**
   * Offers the peer to hold the call, or to let it flow again; emits `holdAnswered`. Later bodies of this side say
   * the same.
   */
  hold(session: Session, isHeld: boolean): Promise<void>;
  /** Offers the peer the screen of the user, or its end; emits `screenAnswered`. */
  shareScreen(session: Session, isShared: boolean): Promise<void>;
  /**
   * Offers the peer to go on after an interruption; emits `callResumed` or `resumeFailed`, unless the peer has hung up
   * meanwhile. The other offers follow one another; this one does not wait.
   */
  resume(session: Session): Promise<void>;
};

export function createOwnOffers(options: OwnOffersOptions): OwnOffers {
  const { callId, emit, clock, log, bandwidth, keepsCalls, bodies, flow, screen, connection } = options;
  let isUnderWay = false;
  /** Settles after the last offer that was made in its turn. */
  let lastOffer: Promise<unknown> = Promise.resolve();

  /**
   * Makes an offer, with the track of `added` in it, unless another one is under way in either direction: nothing is
   * changed while an offer of the peer is being answered. A track that the peer does not take is removed again.
   * @returns the final status; undefined if there was no answer, or, with `isUnusable`, one that could not be used
   */
  async function negotiate(
    session: Session,
    peer: RTCPeerConnection,
    how: Omit<OfferOptions, 'restoreDirections'>,
    added?: DeviceKind | 'screen',
  ): Promise<{ readonly status: number | undefined; readonly isUnusable: boolean }> {
    if (added === 'screen' && screen()?.isAgreed()) return { status: 200, isUnusable: false };
    if (isUnderWay || !session.isReadyToReOffer()) return { status: CROSSED, isUnusable: false };
    isUnderWay = true;
    const restoreDirections = keepDirections(peer);
    let undo: (() => Promise<void>) | undefined;
    if (added && added !== 'screen') {
      const code = await import('../requests/added-track.ts').catch(() => undefined);
      undo = await code?.addTrackOf(peer, added, options.streams.get(callId, 'local'), options.isOfScreen);
      if (code === undefined) {
        isUnderWay = false;
        return { status: undefined, isUnusable: false };
      }
    }
    await screen()?.prepare(added === 'screen');
    flow.direct(peer);
    options.describe();
    const before = bodies.remote;
    const status = await sendOffer(session, { ...how, restoreDirections }).catch(() => undefined);
    if (undo !== undefined && !(status === 200 && bodies.isFlowing(added as DeviceKind)))
      await undo().catch(() => undefined);
    if (status !== 200)
      await screen()
        ?.undo()
        .catch(() => undefined);
    isUnderWay = false;
    if (status === 200) options.followExchange();
    return { status, isUnusable: status === undefined && bodies.remote !== before };
  }

  /**
   * Makes an offer when those before it are settled; does nothing when the call is over then. One that finds the peer busy
   * counts as crossed when it may come again (RFC 3261 §14.2); those behind it would find the same.
   * @param then gets the final status, unless the call is over
   */
  function inTurn(
    session: Session,
    added: DeviceKind | 'screen' | undefined,
    then: (status: number | undefined, peer: RTCPeerConnection) => void,
  ): Promise<void> {
    const before = lastOffer;
    const make = async (): Promise<void> => {
      await before;
      const peer = connection();
      if (peer === undefined) return;
      const busy: { seconds?: number } = {};
      const onBusy = (after: number): void => {
        busy.seconds = after;
      };
      const { status, isUnusable } = await negotiate(session, peer, { isKept: keepsCalls, onBusy }, added);
      const { seconds } = busy;
      if (seconds !== undefined) await new Promise<void>((over) => clock.setTimer(seconds * 1000, over));
      if (connection() === undefined || session.isEnded()) return;
      // A 2xx whose answer cannot be used leaves the two ends with different media.
      if (isUnusable) options.onConnectionFailed();
      else then(seconds === undefined ? status : CROSSED, peer);
    };
    const made = make();
    lastOffer = made.catch(() => undefined);
    return made;
  }

  return {
    get isUnderWay() {
      return isUnderWay;
    },
    addMedium: (session, kind) =>
      inTurn(session, kind, (status, peer) => {
        if (status === 200) {
          limitSenders(peer, bandwidth, log);
          flow.report(true);
        } else emit({ type: 'mediaRefused', callId, status: status ?? 500 });
      }),
    hold(session, isHeld) {
      flow.isHoldWanted = isHeld;
      return inTurn(session, undefined, (status) =>
        emit({ type: 'holdAnswered', callId, ...(status === undefined ? {} : { status }) }),
      );
    },
    shareScreen(session, isShared) {
      const section = options.openScreen();
      if (section !== undefined) section.isWanted = isShared;
      return inTurn(session, 'screen', (status, peer) => {
        limitSenders(peer, bandwidth, log);
        emit({ type: 'screenAnswered', callId, isShared, ...(status === undefined ? {} : { status }) });
      });
    },
    async resume(session) {
      const peer = connection();
      if (peer === undefined) return;
      const { status } = await negotiate(session, peer, { isRestart: true, isKept: true });
      if (connection() === undefined || session.isEnded()) return;
      if (status === 200) {
        flow.report(false);
        emit({ type: 'callResumed', callId });
      } else emit({ type: 'resumeFailed', callId, ...(status === undefined ? {} : { status }) });
    },
  };
}
