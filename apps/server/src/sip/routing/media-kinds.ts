import { isRefused, kindOf, readTextFromSdp, splitSdp } from '@samtal/realtime-text';
import type { MediaKind } from '../../domain/calls/call-outcome.ts';

/**
 * The kinds of media that the m-lines of an SDP body offer or accept. Text is a T.140 data channel, text over RTP, or
 * MESSAGE where the body says so (decision D10).
 */
export function mediaKindsIn(body: string): MediaKind[] {
  if (body === '') return [];
  const offered = splitSdp(body)
    .media.filter((section) => !isRefused(section))
    .map(kindOf);
  const { dataChannel, rtt } = readTextFromSdp(body);
  const hasText = dataChannel !== undefined || rtt === 'sip-message' || offered.includes('text');
  return [
    ...(['audio', 'video'] as const).filter((kind) => offered.includes(kind)),
    ...(hasText ? (['text'] as const) : []),
  ];
}
