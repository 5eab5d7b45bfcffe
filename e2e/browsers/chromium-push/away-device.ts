import { installWitness } from '../../support/page/witness.ts';
import type { PushKeys } from '../../support/peers/pushed-browser.ts';
import { type LeavablePage, openPushedChromium } from '../../support/peers/pushed-chromium.ts';
import type { DrivenPage } from '../drivers/driver.ts';
import { drive } from '../drivers/firefox.ts';
import { field } from '../elements.ts';
import { shows } from '../steps.ts';

/** How a page can be away while its device is on. */
export const WAYS_AWAY = ['frozen', 'discarded', 'closed'] as const;
export type WayAway = (typeof WAYS_AWAY)[number];

type Shown = { readonly own: LeavablePage; readonly driven: DrivenPage };

/**
 * A device with Chromium, whose user looks at the page of the app or leaves it. Real are Chromium, its service worker and
 * the notifications; the pushes come from the test, which also presses the notifications.
 */
export async function openAwayDevice(url: string, keys: PushKeys) {
  const { openPage, ...chromium } = await openPushedChromium(url, keys);
  const opened: DrivenPage[] = [];
  let shown: Shown | undefined;
  let away: WayAway | undefined;

  async function open(): Promise<Shown> {
    const own = await openPage();
    await installWitness({ addInitScript: (script) => own.page.evaluateOnNewDocument(script) });
    const driven = await drive('bobby in Chromium', own.page);
    opened.push(driven);
    await driven.goTo(url);
    return { own, driven };
  }

  const leaveBy: Readonly<Record<WayAway, (shown: Shown) => Promise<void>>> = {
    frozen: ({ own }) => own.freeze(),
    async discarded({ own, driven }) {
      // Chromium discards no page in which the user has typed.
      await driven.goTo(url);
      await shows(driven, field('Number or name'));
      await own.discard();
    },
    closed: ({ own }) => own.close(),
  };

  return {
    ...chromium,
    /** The uncaught errors of all its pages. */
    errors: (): string[] => opened.flatMap(({ errors }) => errors),
    /** Leaves the page that is shown. */
    async leave(way: WayAway): Promise<void> {
      if (shown === undefined) throw new Error('no page is shown');
      await leaveBy[way](shown);
      away = way;
    },
    /** The page in front: the one that was frozen, or a new one. */
    async show(): Promise<DrivenPage> {
      if (shown !== undefined && away === undefined) return shown.driven;
      if (shown !== undefined && away === 'frozen') await shown.own.wake();
      else shown = await open();
      away = undefined;
      return shown.driven;
    },
  };
}

export type AwayDevice = Awaited<ReturnType<typeof openAwayDevice>>;
