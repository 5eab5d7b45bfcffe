/**
 * The newest of what the page uses: a browser that has all three has everything that polyfills.ts fills in (Chromium 120,
 * Safari 17.4, Firefox 132).
 */
const isNew =
  'any' in AbortSignal && 'canParse' in URL && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;

/** Adds what an older browser lacks, down to the floor of docs/decisions/0007; most have nothing to wait for. */
export async function loadPolyfills(): Promise<void> {
  if (!isNew) await import('./polyfills.ts');
}
