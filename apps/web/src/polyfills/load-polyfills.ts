/**
 * Whether the browser has the three newest features that the page uses, and so needs nothing of polyfills.ts
 * (from Chromium 120, Safari 17.4 and Firefox 132 on).
 */
const isNew =
  'any' in AbortSignal && 'canParse' in URL && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;

/** Adds what the oldest supported browsers lack (docs/decisions/0007); most browsers load nothing. */
export async function loadPolyfills(): Promise<void> {
  if (!isNew) await import('./polyfills.ts');
}
