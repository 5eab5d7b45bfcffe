/**
 * The only script in the head of the page that the server renders (docs/decisions/0020-first-page.md). It
 * sets the appearance before the page is drawn, hides the form from users who do not need it, keeps what is
 * pressed, and loads the app when the form is on the screen. It imports no library: the page waits for it.
 */
import type { HandOver } from './app/first-page/hand-over.ts';
import { contrastKey, themeAtStart, themeKey } from './client/product/theme-at-start.ts';

const page = document.documentElement;
const parts = (document.currentScript?.dataset['parts'] ?? '').split(' ');

/** A stored value; null also if storage is forbidden. */
function stored(kind: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

const isAsked = (query: string): boolean => matchMedia(query).matches;

page.dataset['theme'] = themeAtStart({
  chosen: stored('localStorage', themeKey) ?? undefined,
  chosenContrast: stored('localStorage', contrastKey) ?? undefined,
  prefersDark: isAsked('(prefers-color-scheme: dark)'),
  prefersContrast: isAsked('(prefers-contrast: more)'),
});

/**
 * The words for old browsers come after this time, as without this script. Until then they have no box, since
 * their many scripts take the browser longer to lay out than the form.
 */
const WORDS_AFTER_MS = 6000;
page.dataset['words'] = 'later';
setTimeout(() => {
  page.dataset['words'] = 'now';
}, WORDS_AFTER_MS);

let pressed: HTMLElement | undefined;

const submitButton = (): HTMLButtonElement | null => document.querySelector('form [type=submit]');

/** The button waits until there is something in both fields (LOGIN-04), as it does later. */
function onInput(): void {
  const button = submitButton();
  const fields = document.querySelectorAll<HTMLInputElement>('input[name=username],input[name=password]');
  if (button !== null)
    button.disabled = Array.from(fields).some(
      ({ type, value }) => (type === 'text' ? value.trim() : value) === '',
    );
}

/** Nothing is sent before the app has started: the press is kept, and the page says that it is loading. */
function onSubmit(event: Event): void {
  event.preventDefault();
  pressed = submitButton() ?? undefined;
  page.dataset['start'] ??= 'pressed';
}

function onClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button?.id === 'reload') location.reload();
  else if (button?.type === 'button') pressed = button;
}

/** The app needs the whole page, also if its code is at hand at once. */
const isParsed = new Promise<unknown>((resolve) => document.addEventListener('DOMContentLoaded', resolve));

/**
 * How long the form stands before the app runs, unless it is used earlier. The code blocks the page for a
 * moment on slow devices, and a first press or letter must not wait for that.
 */
const REST_MS = 500;

async function load(): Promise<void> {
  await isParsed;
  for (const part of parts) {
    // Addresses in the page are relative to its base element, those in a script to the script.
    await import(/* @vite-ignore */ new URL(part, document.baseURI).href);
    // A pause between the parts of the code, so that a key which is pressed meanwhile is shown at once.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

let isStarted = false;
/**
 * Loads the app, once. If that fails, the page says so and can be loaded again; browsers do not try to load the
 * same module twice.
 */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  load().catch((error: unknown) => {
    // A browser that cannot read the code is too old, and the words for old browsers come.
    if (!(error instanceof SyntaxError)) page.dataset['start'] = 'failed';
  });
}

/** The language that the user has chosen here. The server learns it by a cookie, for the next visit. */
const language = stored('localStorage', 'language');
if (language !== null && /^[a-z]{2}$/.test(language)) {
  const [folder = '/'] = [document.querySelector('base')?.getAttribute('href')].flatMap((href) => href ?? []);
  document.cookie = `language=${language}; path=${folder}; max-age=31536000; samesite=lax`;
}
const isInOtherLanguage = language !== null && language !== page.lang;
const hasSession =
  location.hash.startsWith('#signin=') ||
  stored('sessionStorage', 'user') !== null ||
  stored('localStorage', 'autoLogin') === 'true';
if (hasSession || isInOtherLanguage) {
  page.dataset['start'] = 'app';
  start();
} else {
  const watched = { input: onInput, submit: onSubmit, click: onClick };
  const signs = ['pointerdown', 'keydown', 'focusin'];
  for (const [type, listener] of Object.entries(watched)) document.addEventListener(type, listener, true);
  for (const type of signs) document.addEventListener(type, start, { capture: true, once: true });
  const handOver: HandOver = {
    take() {
      for (const [type, listener] of Object.entries(watched))
        document.removeEventListener(type, listener, true);
      delete page.dataset['start'];
      return pressed;
    },
  };
  window.samtalFirstPage = handOver;
  // The first frame draws the form.
  void isParsed.then(() => requestAnimationFrame(() => setTimeout(start, REST_MS)));
}
