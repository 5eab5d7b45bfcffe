import type { Locator, Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../../tools/chromium.mjs';

const TITLE = 'Shared document';

/** Bars of this width, black or white, as fine as the strokes of letters of 40 pixels. */
const BAR = 5;
const bars = '1101001110101100011101010010110111000101101001110010111000110101';

/**
 * Chromium chooses the tab with this title where a user would be asked what to share. It captures a real tab only
 * without its fake prompt; devices need none in a context that permits them.
 */
export const launchOptions = {
  executablePath: findChromium() ?? '',
  args: [
    ...chromiumFlags.filter((flag) => flag !== '--use-fake-ui-for-media-stream'),
    `--auto-select-tab-capture-source-by-title=${TITLE}`,
  ],
};

/** What is drawn in the tab that is shared: its fine bars, one digit each. */
export const sharedBars = bars;

/** Opens the tab that is shared, beside `page`; its capture ends when it is closed. */
export async function openSharedTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.setViewportSize({ width: 1280, height: 720 });
  const drawn = Array.from(
    bars,
    (bar) => `<i style="background:${bar === '1' ? 'black' : 'white'}"></i>`,
  ).join('');
  await tab.setContent(`<title>${TITLE}</title>
    <style>
      body { margin: 0; background: #dde; }
      div { position: absolute; inset: 300px 0 300px 480px; display: flex; }
      i { inline-size: ${BAR}px; }
      b { position: absolute; inset: 10px auto auto 10px; inline-size: 20px; block-size: 20px; }
      /* A tab that never changes gives no pictures. */
      b { animation: blink 0.5s steps(2) infinite; background: navy; }
      @keyframes blink { to { opacity: 0; } }
    </style><div>${drawn}</div><b></b>`);
  await page.bringToFront();
  return tab;
}

/** The bars as they are seen in a video of the tab. */
export const barsIn = (video: Locator): Promise<string> =>
  video.evaluate(
    (element: HTMLVideoElement, [count, width]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1280, 720];
      const context = canvas.getContext('2d');
      context?.drawImage(element, 0, 0, 1280, 720);
      const read = (index: number): string => {
        const [red = 0, green = 0, blue = 0] =
          context?.getImageData(Math.floor(480 + (index + 0.5) * (width ?? 0)), 360, 1, 1).data ?? [];
        return red + green + blue < 384 ? '1' : '0';
      };
      return Array.from({ length: count ?? 0 }, (_, index) => read(index)).join('');
    },
    [bars.length, BAR] as const,
  );
