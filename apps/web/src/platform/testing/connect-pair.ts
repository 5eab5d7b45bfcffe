/** Passes the candidates of two connections of this page to each other. */
export function passCandidates(one: RTCPeerConnection, two: RTCPeerConnection): void {
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const)
    from.addEventListener('icecandidate', ({ candidate }) => void to.addIceCandidate(candidate ?? undefined));
}

/**
 * An offer of one connection of this page and the answer of another.
 * @param beforeAnswer adds what the answer has
 */
export async function negotiate(
  one: RTCPeerConnection,
  two: RTCPeerConnection,
  beforeAnswer?: () => void,
): Promise<void> {
  await one.setLocalDescription();
  await two.setRemoteDescription(one.localDescription ?? { type: 'offer' });
  beforeAnswer?.();
  await two.setLocalDescription();
  await one.setRemoteDescription(two.localDescription ?? { type: 'answer' });
}
