/**
 * The newest features that the page uses: a browser with all three needs nothing of polyfills.ts (Chromium
 * 120, Safari 17.4, Firefox 132).
 */
const isNew =
  'any' in AbortSignal && 'canParse' in URL && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;

/** Adds what an older browser lacks, down to docs/decisions/0007; most browsers load nothing. */
export async function loadPolyfills(): Promise<void> {
  if (!isNew) await import('./polyfills.ts');
}
