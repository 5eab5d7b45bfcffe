const gestures = ['pointerdown', 'pointerup', 'keydown', 'click'] as const;

/**
 * Plays `audio` now. If the browser blocks sound until the user acts, plays it after the first user action.
 * @param onBlocked called when the browser blocks the sound, and when it no longer does
 * @returns a function that stops the sound
 */
export function playWhenAllowed(
  audio: Pick<HTMLMediaElement, 'play' | 'pause'>,
  page: EventTarget,
  onBlocked: (isBlocked: boolean) => void,
): () => void {
  const wanted = new AbortController();
  const { signal } = wanted;
  const waiting = new AbortController();
  let isBlocked = false;
  const play = async (): Promise<void> => {
    try {
      await audio.play();
      waiting.abort();
      if (isBlocked && !signal.aborted) onBlocked(false);
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      if (signal.aborted || isBlocked || !isRefused) return;
      isBlocked = true;
      onBlocked(true);
      for (const gesture of gestures)
        page.addEventListener(gesture, tryAgain, {
          capture: true,
          signal: AbortSignal.any([signal, waiting.signal]),
        });
    }
  };
  const tryAgain = (): void => void play();
  tryAgain();
  return () => {
    wanted.abort();
    audio.pause();
  };
}
