/** What browsers take beside the parameters of a sender (W3C webrtc-extensions, “setParameterOptions”). */
type KeyFrameSender = {
  setParameters(
    parameters: RTCRtpSendParameters,
    options: { readonly encodingOptions: readonly { readonly keyFrame: boolean }[] },
  ): Promise<void>;
};

/**
 * Sends a key frame of each own video, as after a gap in the network: the receiver cannot decode the frames that
 * depend on a lost one, and Chromium asks for a key frame only every three seconds. Browsers that do not know the
 * option do nothing.
 */
export function sendKeyFrames(connection: RTCPeerConnection): void {
  for (const sender of connection.getSenders())
    if (sender.track?.kind === 'video')
      (sender as KeyFrameSender)
        .setParameters(sender.getParameters(), { encodingOptions: [{ keyFrame: true }] })
        // Without it the video comes back a few seconds later.
        .catch(() => undefined);
}

/** Sends key frames each time ICE moves the media of an established call to another pair of addresses. */
export function sendKeyFramesOnMove(connection: RTCPeerConnection): void {
  // All media share one transport (RFC 9143). Older browsers have no event.
  connection
    .getSenders()[0]
    ?.transport?.iceTransport?.addEventListener('selectedcandidatepairchange', () =>
      sendKeyFrames(connection),
    );
}
