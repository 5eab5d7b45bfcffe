import { directionOf, isRefused, joinSdp, kindOf, splitSdp } from '@samtal/realtime-text';
import { type Exchange, isSending, isTaking, SLIDES } from '../requests/media-sections.ts';
import type { ScreenSection, ScreenSectionOptions } from './screen-section-code.ts';

/** Whether a section is labelled as the one of a shared screen (RFC 4796 §5). */
const isOfSlides = (section: readonly string[]): boolean =>
  section.some((line) => /^a=content:(?:.*,)?slides(?:,|$)/.test(line));

const midOf = (section: readonly string[]): string | undefined =>
  section.map((line) => /^a=mid:(\S+)$/.exec(line)?.[1]).find((mid) => mid !== undefined);

const withMid = (section: readonly string[], mid: string | undefined): readonly string[] =>
  mid === undefined ? section : section.map((line) => (line.startsWith('a=mid:') ? `a=mid:${mid}` : line));

/** A line of a session that groups no section of `mids` (RFC 9143 §7.3.3). */
const withoutMids = (line: string, mids: readonly (string | undefined)[]): string =>
  line.startsWith('a=group:')
    ? line
        .split(' ')
        .filter((mid) => !mids.includes(mid))
        .join(' ')
    : line;

const isStopped = ({ direction }: RTCRtpTransceiver): boolean => direction === 'stopped';

/** Whether each end sends in the section `mid` of a complete exchange; undefined if one of them refuses it. */
function flowOf({ offer, answer, isOwn }: Exchange, mid: string | undefined) {
  const [own, peer] = (isOwn ? [offer, answer] : [answer, offer]).map(splitSdp);
  const index = own?.media.findIndex((section) => midOf(section) === mid) ?? -1;
  const ownSection = own?.media[index];
  const peerSection = peer?.media[index];
  if (own === undefined || peer === undefined || ownSection === undefined || peerSection === undefined)
    return undefined;
  if (mid === undefined || isRefused(ownSection) || isRefused(peerSection)) return undefined;
  const here = directionOf(ownSection, own.session);
  const there = directionOf(peerSection, peer.session);
  return { isOwn: isSending(here) && isTaking(there), isByPeer: isSending(there) && isTaking(here) };
}

/** @param mayTake whether this side takes screens */
export function createScreenSection(
  { callId, emit, streams, connection }: ScreenSectionOptions,
  mayTake: () => boolean,
): ScreenSection {
  /** The section of the screen, once both ends know it. */
  let mid: string | undefined;
  /** A section that this side offers for the first time. */
  let fresh: RTCRtpTransceiver | undefined;
  /** The sections of the last offer of the peer. */
  let offered: readonly (readonly string[])[] = [];
  let flow = { isOwn: false, isByPeer: false };

  const owns = (transceiver: RTCRtpTransceiver): boolean =>
    transceiver === fresh || (mid !== undefined && transceiver.mid === mid);
  const transceivers = (): readonly RTCRtpTransceiver[] => connection()?.getTransceivers() ?? [];
  const found = (): RTCRtpTransceiver | undefined =>
    transceivers().find((each) => owns(each) && !isStopped(each));
  const stream = (): MediaStream | undefined => streams.get(callId, 'ownScreen');
  const trackNow = (): MediaStreamTrack | undefined => stream()?.getVideoTracks()[0];

  /** A section that is refused meanwhile takes no track. */
  const send = async (track: MediaStreamTrack | undefined): Promise<void> =>
    found()
      ?.sender.replaceTrack(track ?? null)
      .catch(() => undefined);

  function direct(): void {
    const transceiver = found();
    if (transceiver === undefined) return;
    const { signalingState, remoteDescription } = connection() ?? {};
    // The screen of the peer is taken, unless that of this side is being shown to the peer.
    const isAnswer = signalingState === 'have-remote-offer' && remoteDescription !== null;
    const isOffered = isAnswer && isOfferedBy(remoteDescription?.sdp ?? '', transceiver.mid);
    const takes = isAnswer ? isOffered && !flow.isOwn : flow.isByPeer;
    if (takes) section.isWanted = false;
    const sends = section.isWanted && !flow.isByPeer && transceiver.sender.track !== null;
    transceiver.direction = takes ? 'recvonly' : sends ? 'sendonly' : 'inactive';
  }

  /** A section that the peer does not know, of an earlier offer that it refused or a new one. */
  function addSection(): RTCRtpTransceiver | undefined {
    const unknown = transceivers().find(
      ({ mid: known, sender, receiver, direction }) =>
        known === null && receiver.track.kind === 'video' && sender.track === null && direction !== 'stopped',
    );
    return unknown ?? connection()?.addTransceiver('video', { direction: 'sendonly' });
  }

  /** A refused section; one that the browser knows as refused keeps the name that the browser knows. */
  function refuse(lines: readonly string[], index: number): readonly string[] {
    const known = splitSdp(connection()?.currentRemoteDescription?.sdp ?? '').media[index] ?? [];
    const closed = lines
      .filter((line) => line !== 'a=bundle-only')
      .map((line) => line.replace(/^(m=\S+) \S+/, '$1 0'));
    return isRefused(known) ? withMid(closed, midOf(known)) : closed;
  }

  const section = {
    isWanted: false,
    isAgreed: () => section.isWanted === flow.isOwn && (!flow.isOwn || found()?.sender.track === trackNow()),
    takeOffer(offer: string): string {
      const { session, media } = splitSdp(offer);
      const isOpen = (lines: readonly string[]) => kindOf(lines) === 'video' && !isRefused(lines);
      const ofMid = (lines: readonly string[]) =>
        transceivers().find((each) => each.mid !== null && each.mid === midOf(lines) && !isStopped(each));
      const isOfScreen = (lines: readonly string[]) => {
        const known = ofMid(lines);
        return known !== undefined && owns(known);
      };
      const isUsed = (lines: readonly string[]) => {
        const known = isOpen(lines) ? ofMid(lines) : undefined;
        if (known === undefined || owns(known)) return false;
        return known.currentDirection !== 'inactive' || known.sender.track !== null;
      };
      /**
       * The section of the peer's face. One that has only the own face, because no video has come in it, does not count:
       * the peer may begin in another section, as SIP.js does when it adds a camera.
       */
      const hasFace = (lines: readonly string[]) => {
        const { sender, receiver } = ofMid(lines) ?? {};
        return isUsed(lines) && (sender?.track === null || receiver?.track.muted === false);
      };
      // What has been another video of the call stays one, however it is labelled.
      const isSlides = (lines: readonly string[]) => isOpen(lines) && isOfSlides(lines) && !isUsed(lines);
      const slides = mayTake() && found() === undefined ? media.find(isSlides) : undefined;
      if (found() === undefined) mid = slides && midOf(slides);
      /** A section that the call has already and that sends nothing needs no answer of its own. */
      const mayBring = (lines: readonly string[]) =>
        ofMid(lines) === undefined || isSending(directionOf(lines, session));
      const others = media
        .filter((lines) => isOpen(lines) && !isUsed(lines) && !isOfScreen(lines) && mayBring(lines))
        .filter((lines) => lines !== slides || mid === undefined);
      const face = media.some(hasFace)
        ? undefined
        : others.find((lines) => !media.some(isUsed) || !isOfSlides(lines));
      const refused = others.filter((lines) => lines !== face);
      offered = media;
      return joinSdp({
        session: session.map((line) => withoutMids(line, refused.map(midOf))),
        media: media.map((lines, index) => (refused.includes(lines) ? refuse(lines, index) : lines)),
      });
    },
    label(sdp: string): string {
      const { session, media } = splitSdp(sdp);
      const labelled = fresh?.mid ?? mid;
      const isAnswer = connection()?.localDescription?.type === 'answer';
      return joinSdp({
        session,
        media: media.map((lines, index) => {
          if (isRefused(lines)) return isAnswer ? withMid(lines, midOf(offered[index] ?? [])) : lines;
          return labelled !== undefined && midOf(lines) === labelled ? [...lines, SLIDES] : lines;
        }),
      });
    },
    owns,
    direct,
    async prepare(isToBegin: boolean): Promise<void> {
      const mayFlow = section.isWanted && !flow.isByPeer && (isToBegin || flow.isOwn);
      const track = mayFlow ? trackNow() : undefined;
      fresh ??= found() === undefined && track !== undefined ? addSection() : undefined;
      await send(track);
      direct();
    },
    async undo(): Promise<void> {
      const unknown = fresh;
      fresh = undefined;
      if (unknown !== undefined) {
        // Not stopped: after a rollback Chromium would take the stopped one for the next new section.
        unknown.direction = 'inactive';
        await unknown.sender.replaceTrack(null);
      } else if (!flow.isOwn) await send(undefined);
    },
    follow(exchange: Exchange): void {
      mid = fresh?.mid ?? mid;
      fresh = undefined;
      const agreed = flowOf(exchange, mid);
      if (agreed === undefined) mid = undefined;
      const { isOwn = false, isByPeer = false } = agreed ?? {};
      const transceiver = found();
      const isSame = flow.isOwn === isOwn && flow.isByPeer === isByPeer;
      flow = { isOwn, isByPeer };
      if (isOwn && transceiver?.sender.track !== trackNow()) void send(trackNow());
      if (isByPeer && transceiver !== undefined) {
        if (!isSame) streams.set(callId, 'screen', new MediaStream([transceiver.receiver.track]));
      } else streams.remove(callId, 'screen');
      if (!isSame) emit({ type: 'screenChanged', callId, isOwn, isByPeer });
    },
  };
  return section;
}

/** Whether the peer's offer sends in the section `mid`. */
function isOfferedBy(sdp: string, mid: string | null): boolean {
  const { session, media } = splitSdp(sdp);
  return media.some((lines) => midOf(lines) === mid && isSending(directionOf(lines, session)));
}
