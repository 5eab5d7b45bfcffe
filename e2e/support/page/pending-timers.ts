import type { Page } from '@playwright/test';

/** From the next load on, the page counts the timers and intervals that wait. */
export async function countTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pending = new Set<number>();
    type Handler = (...args: unknown[]) => void;
    const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
    Object.assign(window, {
      pendingTimers: () => pending.size,
      setTimeout(handler: Handler, delay?: number, ...args: unknown[]) {
        const id: number = setTimeout(() => {
          pending.delete(id);
          handler(...args);
        }, delay);
        pending.add(id);
        return id;
      },
      setInterval(handler: Handler, delay?: number, ...args: unknown[]) {
        const id: number = setInterval(handler, delay, ...args);
        pending.add(id);
        return id;
      },
      clearTimeout(id: number) {
        pending.delete(id);
        clearTimeout(id);
      },
      clearInterval(id: number) {
        pending.delete(id);
        clearInterval(id);
      },
    });
  });
}

/** The number of timers and intervals of the page that wait. */
export const pendingTimers = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { pendingTimers(): number }).pendingTimers());
