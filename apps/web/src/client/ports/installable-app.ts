import type { Language } from '@samtal/api-contract';

/** Whether and how this browser installs the app. */
export type Installation =
  /** The page runs as an installed app. */
  | 'installed'
  /** The browser asks the user when the page wants it to. */
  | 'possible'
  /** An iPhone or iPad, where only the user can add the app to the home screen. */
  | 'homeScreen'
  /** If at all, by the menu of the browser. */
  | 'byBrowser';

/** What the browser does with an installed app. Adapter: `platform/installable-app/`. */
export interface AppDevice {
  installation(): Installation;
  /** Calls `listener` when `installation` may have changed. */
  onInstallation(listener: () => void): void;
  /** Lets the browser ask the user, who must just have pressed something; resolves to whether it is installed. */
  install(): Promise<boolean>;
  /** Shows a number on the icon of the app; 0 removes it. */
  setBadge(count: number): void;
  /**
   * Calls `listener` with each address below that of the app with which the running app is opened again: a
   * shortcut, a link or something shared.
   */
  onLaunch(listener: (path: string) => void): void;
}

/** The service worker as the keeper of the app. Adapter: `platform/installable-app/`. No promise rejects. */
export interface AppKeeper {
  /** Keeps the app for the time without a network; the offline page is in `language`. */
  keep(language: Language): Promise<void>;
  /** Removes what is kept. */
  drop(): Promise<void>;
  /** Asks the server for a newer version. */
  lookForUpdate(): Promise<void>;
  /** Calls `listener` when a version that is newer than this page is ready for the next opening. */
  onUpdateReady(listener: () => void): void;
}
