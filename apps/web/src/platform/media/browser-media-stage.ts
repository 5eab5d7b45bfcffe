import type { Log } from '@samtal/call-core';
import type { Sinks } from '../../client/ports/device-ports.ts';
import type { MediaStage } from '../../client/ports/media-stage.ts';
import type { CallStreams, StreamSide } from './call-streams.ts';
import type { BrowserLocalMedia } from './local-media.ts';
import { play } from './play.ts';

/** Shows the streams of calls in elements of the page; the stream or the element may exist first. */
export function createMediaStage(
  streams: CallStreams,
  localMedia: Pick<BrowserLocalMedia, 'openPreview'>,
  log: Log,
  sinks?: Pick<Sinks, 'follow'>,
): MediaStage {
  function show(element: HTMLVideoElement, stream: MediaStream): () => void {
    element.playsInline = true;
    element.srcObject = stream;
    const stopPlaying = play(element, log);
    return () => {
      stopPlaying();
      element.srcObject = null;
    };
  }

  function attach(callId: string, side: StreamSide, element: HTMLVideoElement): () => void {
    let shown: MediaStream | undefined;
    let hide: (() => void) | undefined;
    const refresh = (): void => {
      const stream = streams.get(callId, side);
      if (stream === shown) return;
      hide?.();
      shown = stream;
      hide = stream === undefined ? undefined : show(element, stream);
    };
    const unsubscribe = streams.subscribe(refresh);
    refresh();
    return () => {
      unsubscribe();
      hide?.();
    };
  }

  return {
    canCaptureScreen: 'getDisplayMedia' in (navigator.mediaDevices ?? {}),
    attachRemote(callId, element) {
      const leaveSink = sinks?.follow(element, 'speaker');
      const detach = attach(callId, 'remote', element);
      return () => {
        detach();
        leaveSink?.();
      };
    },
    attachLocal(callId, element) {
      element.muted = true;
      return attach(callId, 'local', element);
    },
    attachScreen: (callId, element) => attach(callId, 'screen', element),
    attachPreview(element, onFailure) {
      element.muted = true;
      let hide: (() => void) | undefined;
      const close = localMedia.openPreview((stream) => {
        hide = show(element, stream);
      }, onFailure);
      return () => {
        hide?.();
        close();
      };
    },
  };
}
