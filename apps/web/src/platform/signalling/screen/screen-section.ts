import { directionOf, isRefused, joinSdp, kindOf, splitSdp } from '@samtal/realtime-text';
import { type Exchange, isOfSlides, isSending, isTaking } from '../requests/media-sections.ts';
import type { CreateScreenSection } from './screen-section-code.ts';

const SLIDES = 'a=content:slides';

const midOf = (section: readonly string[]): string | undefined =>
  section.map((line) => /^a=mid:(\S+)$/.exec(line)?.[1]).find((mid) => mid !== undefined);

/** Whether each end sends in the section `mid` of a complete exchange; undefined if one of them refuses it. */
function flowOf({ offer, answer, isOwn }: Exchange, mid: string | undefined) {
  const [own, peer] = (isOwn ? [offer, answer] : [answer, offer]).map(splitSdp);
  const index = own?.media.findIndex((section) => midOf(section) === mid) ?? -1;
  const [ownSection, peerSection] = [own?.media[index], peer?.media[index]];
  if (own === undefined || peer === undefined || ownSection === undefined || peerSection === undefined)
    return undefined;
  if (mid === undefined || isRefused(ownSection) || isRefused(peerSection)) return undefined;
  const [here, there] = [directionOf(ownSection, own.session), directionOf(peerSection, peer.session)];
  return { isOwn: isSending(here) && isTaking(there), isByPeer: isSending(there) && isTaking(here) };
}

export const createScreenSection: CreateScreenSection = ({ callId, emit, streams, connection }) => {
  /** The section of the screen, once both ends know it. */
  let mid: string | undefined;
  /** A section that this side offers for the first time. */
  let fresh: RTCRtpTransceiver | undefined;
  let flow = { isOwn: false, isByPeer: false };

  const owns = (transceiver: RTCRtpTransceiver): boolean =>
    transceiver === fresh || (mid !== undefined && transceiver.mid === mid);
  const transceivers = (): readonly RTCRtpTransceiver[] => connection()?.getTransceivers() ?? [];
  const found = (): RTCRtpTransceiver | undefined =>
    transceivers().find((each) => owns(each) && each.direction !== 'stopped');
  const stream = (): MediaStream | undefined => streams.get(callId, 'ownScreen');
  const trackNow = (): MediaStreamTrack | undefined => stream()?.getVideoTracks()[0];

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

  const section = {
    isWanted: false,
    isAgreed: () => section.isWanted === flow.isOwn && (!flow.isOwn || found()?.sender.track === trackNow()),
    find(sections: readonly (readonly string[])[]): number {
      const isVideo = (lines: readonly string[]) => kindOf(lines) === 'video' && !isRefused(lines);
      const known = found()?.mid;
      if (known !== undefined && known !== null) return sections.findIndex((lines) => midOf(lines) === known);
      // What has been another video of the call stays one, however it is labelled.
      const index = sections.findIndex(
        (lines) =>
          isVideo(lines) &&
          isOfSlides(lines) &&
          midOf(lines) !== undefined &&
          transceivers().every((each) => each.mid !== midOf(lines)),
      );
      mid = midOf(sections[index] ?? []);
      return index;
    },
    label(sdp: string): string {
      const { session, media } = splitSdp(sdp);
      const labelled = fresh?.mid ?? mid;
      return joinSdp({
        session,
        media: media.map((lines) =>
          labelled !== undefined && midOf(lines) === labelled && !isRefused(lines)
            ? [...lines, SLIDES]
            : lines,
        ),
      });
    },
    owns,
    direct,
    async prepare(isToBegin: boolean): Promise<void> {
      const mayFlow = section.isWanted && !flow.isByPeer && (isToBegin || flow.isOwn);
      const track = mayFlow ? trackNow() : undefined;
      const transceiver = found();
      if (transceiver === undefined) {
        const captured = stream();
        if (track !== undefined && captured !== undefined)
          fresh = connection()?.addTransceiver(track, { direction: 'sendonly', streams: [captured] });
        return;
      }
      await transceiver.sender.replaceTrack(track ?? null);
      direct();
    },
    async undo(): Promise<void> {
      const unknown = fresh;
      fresh = undefined;
      // A section that the peer does not know is not offered again with the next medium.
      if (unknown !== undefined) unknown.stop();
      else if (!flow.isOwn) await found()?.sender.replaceTrack(null);
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
      if (isOwn && transceiver?.sender.track !== trackNow())
        transceiver?.sender.replaceTrack(trackNow() ?? null).catch(() => undefined);
      if (isByPeer && transceiver !== undefined) {
        if (!isSame) streams.set(callId, 'screen', new MediaStream([transceiver.receiver.track]));
      } else streams.remove(callId, 'screen');
      if (!isSame) emit({ type: 'screenChanged', callId, isOwn, isByPeer });
    },
  };
  return section;
};

/** Whether the peer's offer sends in the section `mid`. */
function isOfferedBy(sdp: string, mid: string | null): boolean {
  const { session, media } = splitSdp(sdp);
  return media.some((lines) => midOf(lines) === mid && isSending(directionOf(lines, session)));
}
