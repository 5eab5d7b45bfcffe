import { type HoldView, initialPeerWatch, type NegotiatedMedia, type PeerView } from '@samtal/call-core';
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePeerMonitor } from '../../../client/hooks/use-client.ts';
import type { CallKind } from '../call-kind.ts';

export type PeerOfCall = {
  readonly callId: string;
  readonly kind: CallKind;
  readonly textTransport: NegotiatedMedia['textTransport'];
  readonly attachRemote: RefCallback<HTMLVideoElement>;
  readonly hold?: HoldView | undefined;
  /** The user has resumed the call, and the peer has not agreed yet: until then it may send nothing. */
  readonly isResuming?: boolean | undefined;
};

/**
 * The view of the remote user's camera, microphone and connection, and the ref of the element that shows the
 * remote video. For another call, mount a new component.
 */
export function usePeer(call: PeerOfCall): {
  readonly peer: PeerView;
  readonly remote: RefCallback<HTMLVideoElement>;
} {
  const { callId, kind, textTransport, attachRemote, hold = 'none', isResuming = false } = call;
  const monitor = usePeerMonitor();
  const [peer, setPeer] = useState(initialPeerWatch.view);
  const video = useRef<HTMLVideoElement | undefined>(undefined);
  // A call with text alone over MESSAGE needs no connection to the peer (decision D10).
  const isWatched = kind !== 'text' || textTransport === 'dataChannel';
  useEffect(() => {
    if (!isWatched) return undefined;
    const stop = monitor?.watch(callId, () => video.current, setPeer);
    return () => {
      stop?.();
      setPeer(initialPeerWatch.view);
    };
  }, [monitor, callId, isWatched]);
  // On hold the peer sends nothing. Until the next reading after it, nothing counts as wrong again.
  const isHeld = hold !== 'none' || isResuming;
  useLayoutEffect(() => (isHeld ? () => setPeer(initialPeerWatch.view) : undefined), [isHeld]);
  const remote = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element ?? undefined;
      return attachRemote(element);
    },
    [attachRemote],
  );
  return { peer: isResuming ? { ...initialPeerWatch.view, contact: peer.contact } : peer, remote };
}
