/**
 * The only script of the page for the time without a network (decision D79). It shows the page in the chosen
 * appearance, looks for the connection, and then opens the page that the user wanted. It imports no library.
 */
import { contrastKey, themeAtStart, themeKey } from './client/product/theme-at-start.ts';

/** The first and the longest time between two attempts. */
const FIRST_MS = 2000;
const LONGEST_MS = 30_000;

const page = document.documentElement;

/** A stored value; undefined also if storage is forbidden. */
function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

const isAsked = (query: string): boolean => matchMedia(query).matches;

page.dataset['theme'] = themeAtStart({
  chosen: stored(themeKey),
  chosenContrast: stored(contrastKey),
  prefersDark: isAsked('(prefers-color-scheme: dark)'),
  prefersContrast: isAsked('(prefers-contrast: more)'),
});

async function isServerThere(): Promise<boolean> {
  const address = new URL(`branding/brand.json?${Date.now()}`, document.baseURI);
  return fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The user may have opened this page itself, which is not the one that they wanted. */
function leave(): void {
  if (location.pathname.endsWith('/offline')) location.replace(document.baseURI);
  else location.reload();
}

let timer: ReturnType<typeof setTimeout> | undefined;
let waitMs = FIRST_MS;
let isLooking = false;

async function look(isPressed: boolean): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  clearTimeout(timer);
  const outcome = document.getElementById('outcome');
  if (isPressed && outcome !== null) outcome.textContent = '';
  const isThere = await isServerThere();
  isLooking = false;
  if (isThere) return leave();
  // Attempts of the page itself are not announced: nothing has changed for the user.
  if (isPressed && outcome !== null) outcome.textContent = outcome.dataset['words'] ?? '';
  timer = setTimeout(() => void look(false), waitMs);
  waitMs = Math.min(waitMs * 2, LONGEST_MS);
}

/** The server does not know the appearance, so it renders the logo for light surfaces. */
function showLogo(): void {
  const mark = document.querySelector<HTMLElement>('[data-dark-src]');
  const logo = mark?.querySelector('img');
  const dark = mark?.dataset['darkSrc'];
  if (page.dataset['theme'] !== 'light' && logo && dark) logo.src = dark;
}

document.addEventListener('DOMContentLoaded', () => {
  showLogo();
  document.getElementById('try')?.addEventListener('click', () => void look(true));
  timer = setTimeout(() => void look(false), waitMs);
});
window.addEventListener('online', () => void look(false));
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void look(false);
});
