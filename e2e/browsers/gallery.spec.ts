import { expect, test } from './fixtures.ts';

const gallery = process.env['GALLERY_URL'] ?? '';
const isLong = process.env['E2E_LONG'] === 'yes';

/** Smallest side of a control (WCAG 2.5.8). */
const SMALLEST_TARGET = 24;

type View = { readonly lang: string; readonly dir: string; readonly width: number; readonly height: number };
/**
 * The languages and window sizes of the check. The wide window is checked in `npm run test:long` only. The narrow one
 * has 450 pixels, because WebKitGTK's MiniBrowser cannot be narrower.
 */
const views: readonly View[] = [
  { lang: 'ar', dir: 'rtl', width: 450, height: 800 },
  ...(isLong ? [{ lang: 'en', dir: 'ltr', width: 1280, height: 800 }] : []),
];

/** The test stops after this many faulty scenes. */
const ENOUGH = 5;

/**
 * Runs in the page: goes to another scene without loading the page anew, if an address is given, waits until it is drawn,
 * and returns the faults of the scene.
 */
async function faultsOf([dir, smallest, address]: readonly [string, number, string?]): Promise<string[]> {
  const root = document.documentElement;
  if (address !== undefined) {
    dispatchEvent(new CustomEvent('showscene', { detail: new URL(address).search }));
  }
  const isDrawn = (): boolean => root.dataset['drawn'] !== undefined && document.body.innerText.trim() !== '';
  for (const end = Date.now() + 5000; !isDrawn() && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { faults } = window as unknown as { faults: string[] };
  const found = faults.splice(0);
  if (!isDrawn()) found.push('is not drawn after 5 s');
  const asked = new URL(address ?? location.href).searchParams.get('scene') ?? '';
  if (root.dataset['scene'] !== asked) found.push(`is ${root.dataset['scene']} instead`);
  if (getComputedStyle(document.body).direction !== dir) found.push(`is not ${dir}`);
  if (root.scrollWidth > root.clientWidth)
    found.push(`is ${root.scrollWidth} px wide, for ${root.clientWidth}`);
  for (const button of document.querySelectorAll('button')) {
    const { width, height } = button.getBoundingClientRect();
    if (width > 0 && Math.min(width, height) < smallest)
      found.push(`${button.ariaLabel ?? button.innerText}: ${width} × ${height} px`);
  }
  return found;
}

for (const { lang, dir, width, height } of views)
  test(`D44 every scene of the gallery is drawn, ${dir}, ${width} pixels wide`, async ({ tried, pageOf }) => {
    test.setTimeout(360_000);
    const page = await pageOf(tried, 'gallery');
    await page.resize(width, height);
    await page.goTo(`${gallery}?lang=${lang}`);
    expect(await page.evaluate(faultsOf, [dir, 0] as const)).toEqual([]);
    const scenes = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('ol a')].map(({ href, innerText }) => ({
        href,
        name: innerText,
      })),
    );
    expect(scenes.length).toBeGreaterThan(50);
    const faults: string[] = [];
    for (const { href, name } of scenes) {
      if (faults.length >= ENOUGH) break;
      const found = await page.evaluate(faultsOf, [dir, SMALLEST_TARGET, href] as const);
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
