/** What shows that the peer of a call cannot be reached: ICE has lost it, or the server answers that it is away. */
type Sign = 'ice' | 'absence';

/**
 * @param report called with true when the first sign is there, and with false when the last one is gone
 * @returns what takes a sign (true), or that it is gone
 */
export function createPeerLoss(
  report: (isLost: boolean) => void,
): (sign: Sign) => (isThere: boolean) => void {
  const signs = new Set<Sign>();
  return (sign) => (isThere) => {
    const wasLost = signs.size > 0;
    if (isThere) signs.add(sign);
    else signs.delete(sign);
    const isLost = signs.size > 0;
    if (wasLost !== isLost) report(isLost);
  };
}
