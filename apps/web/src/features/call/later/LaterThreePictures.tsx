import { CallQuality } from '../quality/CallQuality.tsx';
import type { ThreePicturesProps } from '../three/ThreePictures.tsx';
import { LaterContent } from './LaterContent.tsx';
import { useLaterParts } from './use-later-parts.ts';

/** The focus goes to the heading of the call. */
const nowhere = { current: null };

const qualityOf: ThreePicturesProps['quality'] = (callId, textTransport, who) => (
  <CallQuality callId={callId} textTransport={textTransport} who={who} />
);

/** Both remote users of a call of three. Without its code they could be neither seen nor heard, so it says so. */
export function LaterThreePictures(props: Omit<ThreePicturesProps, 'quality'>) {
  const parts = useLaterParts();
  if (parts.phase === 'ready') return <parts.value.ThreePictures {...props} quality={qualityOf} />;
  return parts.phase === 'failed' ? <LaterContent for={parts} focusAfterRetry={nowhere} /> : undefined;
}
