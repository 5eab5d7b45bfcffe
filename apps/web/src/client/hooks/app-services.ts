import type { Brand, Language } from '@samtal/api-contract';
import type { KioskState } from '@samtal/call-core';
import { createContext, use } from 'react';
import type { Alerts } from '../alerts/alerts.ts';
import type { Calling } from '../calling/calling.ts';
import type { BrowserSupport, UnsupportedReason } from '../product/browser-support.ts';
import type { ThemeChoice } from '../product/theme.ts';
import type { Session } from '../session/session.ts';
import type { SettingsEditor } from '../session/settings-editor.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { Store } from '../store/store.ts';

/** What the page shows instead of the normal app; decided once, when the page opens. */
export type Launch =
  /** The brand does not allow the page to be opened in this way (ROUTE-28, ROUTE-29, ROUTE-30). */
  | { readonly kind: 'notFound' }
  /** This browser cannot make calls. */
  | { readonly kind: 'unsupportedBrowser'; readonly reason: UnsupportedReason }
  | { readonly kind: 'kiosk'; readonly visit: Store<KioskState> };

/** Services that the composition root creates once and every screen may use. */
export type AppServices = {
  readonly brand: Brand;
  /** Absent = the normal app. */
  readonly launch?: Launch | undefined;
  /** Fills the login form with what was typed before the app ran. */
  readonly onLoginForm?: ((form: HTMLFormElement) => void) | undefined;
  readonly session: Session;
  readonly calling: Calling;
  readonly alerts: Alerts;
  readonly settingsEditor: SettingsEditor;
  readonly themeChoice: ThemeChoice;
  /** Changes the language of the page, and remembers it on this device (decision D75). */
  readonly chooseLanguage: (language: Language) => Promise<void>;
  /** Values kept in this browser, for all its users. */
  readonly localStore: KeyValueStore;
  /** Values kept in this tab until it is closed. */
  readonly tabStore: KeyValueStore;
  /** Whether this browser is a supported one (BROWSER-01); undefined if that is not known. */
  readonly browserSupport?: BrowserSupport | undefined;
  /** Whether this browser can make calls at all (LOGIN-03). */
  readonly hasWebRtc: boolean;
  readonly version: string;
  /** Short hash of the commit of this build; 'dev' without git. */
  readonly commit: string;
  /** The current year in the user's time zone. */
  readonly year: number;
};

export const AppServicesContext = createContext<AppServices | undefined>(undefined);

export function useAppServices(): AppServices {
  const services = use(AppServicesContext);
  if (services === undefined) throw new Error('used outside AppServicesContext');
  return services;
}
