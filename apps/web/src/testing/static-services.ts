import { parseBrand } from '@samtal/api-contract';
import { type ClientState, initialPeerWatch, type PeerView } from '@samtal/call-core';
import type { AlertEntry } from '../client/alerts/alerts.ts';
import type { CheckOutcome } from '../client/conformance/check-facts.ts';
import type { AppServices, Launch } from '../client/hooks/app-services.ts';
import type { InstallableApp } from '../client/installable-app/installable-app.ts';
import type { ConsoleApi } from '../client/ports/console-api.ts';
import type { Installation } from '../client/ports/installable-app.ts';
import type { Appearance, Theme } from '../client/product/theme.ts';
import type { QualitySummary } from '../client/quality/call-quality.ts';
import type { SessionState } from '../client/session/session.ts';
import { createSettingsEditor } from '../client/session/settings-editor.ts';
import type { KeyValueStore } from '../client/store/key-value-store.ts';
import { createStore } from '../client/store/store.ts';
import type { WebPush, WebPushState } from '../client/web-push/web-push.ts';
import { createStaticConsole, type StaticConsole } from './console/static-console.ts';
import type { StaticAccounts } from './static-accounts.ts';
import { createStaticClient, type StaticPeople } from './static-client.ts';
import { createStaticRecords, type StaticRecords } from './static-records.ts';
import { createWrittenRecords, type WrittenMessage } from './written-characters.ts';

/** The content of a scene: everything that the screens read, as plain data. */
export type StaticWorld = {
  readonly session: SessionState;
  /** The state of the calling core, for a signed-in user. */
  readonly client: ClientState;
  /** What is shown in place of the normal app. */
  readonly launch?: Launch;
  /** Whether the device rings while the page is closed, and whether that is offered; absent = no web push. */
  readonly webPush?: { readonly state: WebPushState; readonly isOfferDue?: boolean };
  /** The web app as an app of this device; absent = it cannot be installed. */
  readonly installableApp?: {
    readonly installation: Installation;
    readonly isUpdateReady?: boolean;
  };
  /** The brand file. */
  readonly brand: Readonly<Record<string, unknown>>;
  readonly alerts: readonly AlertEntry[];
  /** What this browser remembers. */
  readonly remembered: Readonly<Record<string, string>>;
  readonly hasWebRtc: boolean;
  /** The quality of the call's connection. */
  readonly quality: QualitySummary;
  /** What is known about the remote user's devices and connection; by default, that all is well. */
  readonly peer?: PeerView;
  /** The same about the second remote user of a call of three, where it differs. */
  readonly third?: PeerView;
  /** The server's answers about accounts. */
  readonly accounts?: StaticAccounts;
  /** The people that the user can call; a missing list stays in the phase `loading`. */
  readonly people?: StaticPeople;
  /** What was sent and received in the call; absent = characters are not recorded. */
  readonly written?: readonly WrittenMessage[];
  /** How a check of EN 301 549 ends; absent = it never ends. */
  readonly conformance?: CheckOutcome;
  /** The answers of the console; absent = it is never loaded (decision D98). */
  readonly console?: StaticConsole;
  /** Messages and finished calls; a missing list stays in the phase `loading`. */
  readonly records?: StaticRecords;
};

const nothing = () => {};
const done = async () => {};

function staticStore(entries: Readonly<Record<string, string>>): KeyValueStore {
  return { get: (key) => entries[key], set: nothing, remove: nothing, clear: nothing };
}

/** Services that do nothing, around a fixed state. */
export function createStaticServices(world: StaticWorld, theme: Theme): AppServices {
  const brand = parseBrand(world.brand);
  if (!brand.ok) throw new Error('the brand of a scene is invalid');
  const session = {
    state: createStore(world.session),
    begin: nothing,
    tryAgain: nothing,
    login: done,
    loginAnonymously: done,
    loginWithProvider: async () => undefined,
    answerSecondStep: async () => undefined,
    loginVisitor: async () => undefined,
    logout: done,
    followLogout: done,
    end: nothing,
    saveSettings: async () => undefined,
    accountLeaves: nothing,
    reloadSettings: done,
    reloadUser: done,
    passwordChanged: nothing,
  };
  const alerts = {
    list: createStore(world.alerts),
    show: () => () => false,
    clear: nothing,
    dismiss: nothing,
    turnPage: nothing,
  };
  const peerOf = (callId: string): PeerView =>
    (callId === 'second' ? world.third : undefined) ?? world.peer ?? initialPeerWatch.view;
  const client = createStaticClient(world.client, world.quality, world.people ?? {}, peerOf);
  return {
    brand: brand.brand,
    launch: world.launch,
    session,
    calling: {
      state: createStore({
        phase: 'ready',
        running: {
          ...client,
          textRecords: createStore(world.written && createWrittenRecords(client.client, world.written)),
          ...createStaticRecords(world.records ?? {}),
          loadConsole: () =>
            world.console === undefined
              ? new Promise<ConsoleApi>(nothing)
              : Promise.resolve(createStaticConsole(world.console)),
          checkConformance: () =>
            world.conformance ? Promise.resolve(world.conformance) : new Promise<CheckOutcome>(nothing),
          webPush: createStore<WebPush | undefined>(
            world.webPush && {
              state: createStore(world.webPush.state),
              isOfferDue: createStore(world.webPush.isOfferDue ?? false),
              setWanted: done,
              renew: nothing,
            },
          ),
          installableApp: createStore<InstallableApp | undefined>(
            world.installableApp && {
              installation: createStore(world.installableApp.installation),
              install: async () => false,
              isUpdateReady: createStore(world.installableApp.isUpdateReady ?? false),
              putOffUpdate: nothing,
              launched: createStore<string | undefined>(undefined),
              takeLaunch: nothing,
            },
          ),
        },
      } as const),
      preload: nothing,
      follow: nothing,
      stop: done,
    },
    alerts,
    settingsEditor: createSettingsEditor(session, alerts),
    themeChoice: {
      theme: createStore(theme),
      chosen: createStore<Appearance>('system'),
      choose: nothing,
      toggle: nothing,
      toggleContrast: nothing,
      deviceChanged: nothing,
    },
    chooseLanguage: done,
    localStore: staticStore(world.remembered),
    tabStore: staticStore({}),
    hasWebRtc: world.hasWebRtc,
    version: '8.2.3-1',
    commit: 'abcdef1',
    year: 2026,
  };
}
