/**
 * Whether the browser has the three newest features that the page uses. Then it needs nothing of polyfills.ts
 * (Chromium 120, Safari 17.4, Firefox 132).
 */
const isNew =
  'any' in AbortSignal && 'canParse' in URL && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;

/** Adds what the oldest supported browsers lack (docs/decisions/0007); most browsers load nothing. */
export async function loadPolyfills(): Promise<void> {
  if (!isNew) await import('./polyfills.ts');
}
