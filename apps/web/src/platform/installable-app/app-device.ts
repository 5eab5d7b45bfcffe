import type { AppDevice } from '../../client/ports/installable-app.ts';
import { basePath } from '../../client/product/base-path.ts';
import './install-prompt.ts';

type Launch = { readonly targetURL?: string };

/** Parts of the browser that type libraries lack. `standalone` is set on iPhones and iPads only. */
type Page = Window &
  typeof globalThis & {
    readonly launchQueue?: { readonly setConsumer: (consume: (launch: Launch) => void) => void };
    readonly navigator: Navigator & { readonly standalone?: boolean };
  };

/** The path of an address of the app, with its query; undefined for any other address. */
function pathOf(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== origin || !url.pathname.startsWith(`${basePath}/`)) return undefined;
  return `${url.pathname.slice(basePath.length)}${url.search}`;
}

/** The app in the browser that shows `page`. */
export function createAppDevice(page: Page): AppDevice {
  const { navigator } = page;
  const asApp = page.matchMedia('(display-mode: standalone)');
  // The first launch is the one with which this page was opened: it has its address already.
  const [opened] = page.performance.getEntriesByType('navigation');
  return {
    installation() {
      if (asApp.matches || navigator.standalone === true) return 'installed';
      if (navigator.standalone === false) return 'homeScreen';
      return page.samtalInstall === undefined ? 'byBrowser' : 'possible';
    },
    onInstallation(listener) {
      asApp.addEventListener('change', listener);
      for (const type of ['beforeinstallprompt', 'appinstalled']) page.addEventListener(type, listener);
    },
    async install() {
      const question = page.samtalInstall;
      // A browser asks each question once.
      page.samtalInstall = undefined;
      try {
        await question?.prompt();
        return (await question?.userChoice)?.outcome === 'accepted';
      } catch {
        return false;
      }
    },
    setBadge(count) {
      if (!('setAppBadge' in navigator)) return;
      const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
      // Without the right to notify, some devices show no badge.
      shown.catch(() => undefined);
    },
    onLaunch(listener) {
      let isFirst = true;
      page.launchQueue?.setConsumer(({ targetURL }) => {
        const isOpening = isFirst && targetURL === opened?.name;
        isFirst = false;
        const path = isOpening ? undefined : pathOf(targetURL, page.location.origin);
        if (path !== undefined) listener(path);
      });
    },
  };
}
