/**
 * Runs timers for a page that may be hidden: browsers slow down the timers of hidden pages, but not those of
 * workers.
 */
addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly delayMs: number }>) => {
  setTimeout(() => postMessage(data.id), data.delayMs);
});
