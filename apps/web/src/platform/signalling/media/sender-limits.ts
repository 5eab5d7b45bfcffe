import type { Bandwidth, Log } from '@samtal/call-core';

async function limitSender(sender: RTCRtpSender, maxKbps: number): Promise<void> {
  const parameters = sender.getParameters();
  for (const encoding of parameters.encodings ?? []) {
    if (maxKbps > 0) encoding.maxBitrate = maxKbps * 1000;
  }
  // Sign language needs all frames rather than all pixels (decision D17); a shared screen needs all pixels.
  if (sender.track?.kind === 'video')
    parameters.degradationPreference =
      sender.track.contentHint === 'detail' ? 'maintain-resolution' : 'maintain-framerate';
  await sender.setParameters(parameters);
}

/** Limits sending to `bandwidth`. If a browser refuses, the limit is lost, not the call. */
export function limitSenders(connection: RTCPeerConnection, bandwidth: Bandwidth, log: Log): void {
  for (const sender of connection.getSenders()) {
    if (sender.track === null) continue;
    const maxKbps = sender.track.kind === 'video' ? bandwidth.videoKbps : bandwidth.audioKbps;
    limitSender(sender, maxKbps).catch((error: unknown) => {
      log.debug('sender_parameters_not_set', { kind: sender.track?.kind, error: String(error) });
    });
  }
}
