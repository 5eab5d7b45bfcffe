/**
 * Calls `act` when the browser has read the sound of `audio`, cannot read it, or has another one to read; now, if that
 * has happened. WebKitGTK 2.50 stops for ever when a sound is removed while it reads it.
 */
export function whenRead(audio: HTMLAudioElement, act: () => void): void {
  if (audio.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA || audio.error !== null) {
    act();
    return;
  }
  const waiting = new AbortController();
  for (const type of ['loadeddata', 'error', 'emptied'])
    audio.addEventListener(
      type,
      () => {
        waiting.abort();
        act();
      },
      { signal: waiting.signal },
    );
}
