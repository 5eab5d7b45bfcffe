import { T140_SUBPROTOCOL } from '@samtal/realtime-text';
import type { Clock } from '@samtal/sip';
import type { RTCRtpTransceiver } from 'werift';
import { RTCPeerConnection, RTCRtpCodecParameters, RTCRtpHeaderExtensionParameters } from 'werift';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { createRateMeter } from '../admission/rate-meter.ts';
import type { TextSender } from '../text-sender.ts';
import { createTextSender } from '../text-sender.ts';
import { setCandidatePriorities } from './candidate-priorities.ts';
import type { PlannedCodec } from './codec-choice.ts';
import { nameDefaultCandidate } from './default-candidate.ts';
import type { StackOffer } from './media-plan.ts';
import type { StackReport } from './stack-messages.ts';

export type WebRtcStack = {
  /** Answers the first or a later offer; reports the answer. */
  answer(offer: StackOffer): Promise<void>;
  /** Sends text on the data channel; without a channel the text is lost. */
  sendText(text: string): void;
};

const parametersOf = ({
  mimeType,
  payloadType,
  clockRate,
  channels,
  parameters,
  feedback,
}: PlannedCodec): RTCRtpCodecParameters =>
  new RTCRtpCodecParameters({
    mimeType,
    payloadType,
    clockRate,
    rtcpFeedback: [...feedback],
    ...(channels === undefined ? {} : { channels }),
    ...(parameters === undefined ? {} : { parameters }),
  });

const extensionsOf = (kind: 'audio' | 'video'): RTCRtpHeaderExtensionParameters[] =>
  [
    'urn:ietf:params:rtp-hdrext:sdes:mid',
    ...(kind === 'video'
      ? ['http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01']
      : []),
  ].map((uri) => new RTCRtpHeaderExtensionParameters({ uri }));

/**
 * Whether this is a loopback address. A connectivity check between loopback and another address of this
 * machine arrives, but its answer does not get back. An ICE-lite agent sends no checks of its own, so it must
 * not use such a path.
 */
const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

function createPeer({ codecs }: StackOffer): RTCPeerConnection {
  const of = (kind: 'audio' | 'video') => codecs.filter((codec) => codec.kind === kind).map(parametersOf);
  return new RTCPeerConnection({
    // ICE-lite answers checks and sends none, so it sends nothing to unverified addresses (RFC 8445 §2.5).
    iceLite: true,
    iceServers: [],
    iceUseTcp: false,
    iceTcpPassive: false,
    // A browser on this machine may reach the server over loopback only.
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceFilterStunResponse: (_message, [from], { localCandidate }) =>
      isLoopback(from) === isLoopback(localCandidate?.host ?? ''),
    bundlePolicy: 'max-bundle',
    maxMessageSize: AGENT_LIMITS.textBytes,
    codecs: { audio: of('audio'), video: of('video') },
    headerExtensions: { audio: extensionsOf('audio'), video: extensionsOf('video') },
  });
}

/** Number of received datagrams, including connectivity checks. */
const receivedBy = ({ iceTransports }: RTCPeerConnection): number =>
  iceTransports
    .flatMap(({ connection }) => connection.candidatePairs)
    .reduce((sum, { packetsReceived, requestsReceived }) => sum + packetsReceived + requestsReceived, 0);

/**
 * The server's end of a WebRTC call. It sends received sound and video back packet by packet, and requests
 * lost packets and key frames. It reports received text.
 */
export function createWebRtcStack(clock: Clock, report: (event: StackReport) => void): WebRtcStack {
  const packets = createRateMeter(AGENT_LIMITS.mediaPacketsPerSecond);
  const texts = createRateMeter(AGENT_LIMITS.textsPerSecond);
  let peer: RTCPeerConnection | undefined;
  let sender: TextSender | undefined;

  const fail = (reason: string): void => report({ type: 'failed', reason });

  function open(offer: StackOffer): RTCPeerConnection {
    const opened = createPeer(offer);
    const stopTimer = clock.setTimer(AGENT_LIMITS.mediaConnectMs, () => fail('no connection'));
    opened.connectionStateChange.subscribe((state) => {
      if (state === 'connected') stopTimer();
      if (state === 'failed' || state === 'closed') fail(`connection ${state}`);
    });
    watchIdleness(opened);
    opened.onRemoteTransceiverAdded.subscribe(returnMedia);
    if (offer.textStreamId !== undefined) openChannel(opened, offer.textStreamId, offer.cps);
    return opened;
  }

  /** Detects a caller that left without BYE: it sends no more packets or consent checks (RFC 7675 §5.1). */
  function watchIdleness(opened: RTCPeerConnection): void {
    let before = -1;
    const look = (): void => {
      const received = receivedBy(opened);
      if (received === before) {
        fail('nothing is received');
        return;
      }
      before = received;
      clock.setTimer(AGENT_LIMITS.mediaIdleMs, look);
    };
    look();
  }

  function returnMedia(transceiver: RTCRtpTransceiver): void {
    transceiver.setDirection('sendrecv');
    transceiver.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe(() => {
        if (packets.isOver(clock.now())) fail('too many packets');
      });
      void transceiver.sender.replaceTrack(track);
      transceiver.sender.onPictureLossIndication.subscribe(() => {
        if (track.ssrc !== undefined) void transceiver.receiver.sendRtcpPLI(track.ssrc);
      });
    });
  }

  function openChannel(opened: RTCPeerConnection, id: number, cps: number | undefined): void {
    const created = opened.createDataChannel(T140_SUBPROTOCOL, {
      negotiated: true,
      id,
      protocol: T140_SUBPROTOCOL,
      ordered: true,
    });
    sender = createTextSender(clock, (chunk) => {
      if (created.bufferedAmount > AGENT_LIMITS.messageBytes) fail('text is not taken');
      else if (created.readyState === 'open') created.send(chunk);
    });
    sender.open({ name: 'dataChannel', ...(cps === undefined ? {} : { cps }) });
    created.stateChange.subscribe((state) => {
      if (state === 'open') report({ type: 'channelOpened' });
    });
    created.onMessage.subscribe((data) => {
      const size = typeof data === 'string' ? Buffer.byteLength(data) : data.length;
      if (size > AGENT_LIMITS.textBytes) fail('text too long');
      else if (texts.isOver(clock.now())) fail('too many texts');
      else if (size > 0) report({ type: 'textReceived', text: data.toString() });
    });
  }

  return {
    async answer(offer) {
      peer ??= open(offer);
      await peer.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
      await peer.setLocalDescription(await peer.createAnswer());
      const inUse = peer.iceTransports[0]?.connection.nominated?.localCandidate;
      const sdp = setCandidatePriorities(peer.localDescription?.sdp ?? '');
      report({ type: 'answered', sdp: nameDefaultCandidate(sdp, inUse) });
    },
    sendText(text) {
      if (sender?.hasRoomFor(text.length) === false) fail('text is not taken');
      else sender?.push(text);
    },
  };
}
