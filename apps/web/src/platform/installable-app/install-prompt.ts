/** The browser's question whether to install the app (WICG Manifest Incubations). */
export type InstallPrompt = Event & {
  readonly prompt: () => Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** The question that the browser wanted to ask; the page asks it when the user wants to. */
    samtalInstall?: InstallPrompt | undefined;
  }
}

/** Keeps the browser's question instead of its banner, from the start: browsers offer it once. */
export function keepInstallPrompt(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    page.samtalInstall = event as InstallPrompt;
  });
}
