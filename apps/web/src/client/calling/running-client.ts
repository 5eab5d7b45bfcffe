import type { CallClient } from '@samtal/call-core';
import type { TextRecords } from '../characters/text-records.ts';
import type { CheckConformance } from '../conformance/check-facts.ts';
import type { InstallableApp } from '../installable-app/installable-app.ts';
import type { People } from '../people/people.ts';
import type { CallMonitor, TestNetwork } from '../ports/call-monitor.ts';
import type { ConsoleApi } from '../ports/console-api.ts';
import type { DeviceServices } from '../ports/device-ports.ts';
import type { MediaStage } from '../ports/media-stage.ts';
import type { PeerMonitor } from '../ports/peer-monitor.ts';
import type { CallHistory } from '../records/history.ts';
import type { Messages } from '../records/messages.ts';
import type { Store } from '../store/store.ts';
import type { WebPush } from '../web-push/web-push.ts';
import type { clientSettingsOf } from './client-settings.ts';
import type { ThreeTexts } from './three-texts.ts';

/** The calling core, and the services that are loaded with it for the screens. */
export type RunningClient = {
  readonly client: CallClient;
  readonly stage: MediaStage;
  /** Undefined if the page is not a secure context and so may not use devices. */
  readonly devices?: DeviceServices | undefined;
  /** Undefined if calls cannot be measured. */
  readonly monitor?: CallMonitor | undefined;
  /** Undefined if the remote user of a call cannot be watched. */
  readonly peers?: PeerMonitor | undefined;
  readonly testNetwork?: TestNetwork | undefined;
  /** Measures a call against EN 301 549 (decision D90). */
  readonly checkConformance?: CheckConformance | undefined;
  /** Loads the requests of the console for operators and administrators (decision D98). */
  readonly loadConsole?: (() => Promise<ConsoleApi>) | undefined;
  /** The messages with text of each call; empty until their code is loaded, which few users ask for (decision D91). */
  readonly textRecords?: Store<TextRecords | undefined> | undefined;
  /** The conversations of calls of three; undefined until there is one (decision D102). */
  readonly threeTexts?: (() => ThreeTexts | undefined) | undefined;
  /** The people that the user can call; undefined if the app keeps no lists of them. */
  readonly people?: People | undefined;
  /** `messages` and `history` are undefined if the app keeps neither. */
  readonly messages?: Messages | undefined;
  readonly history?: CallHistory | undefined;
  /** Empty until its code is loaded, and if the user's organisation has no web push. */
  readonly webPush?: Store<WebPush | undefined> | undefined;
  /** Empty until its code is loaded, and if the user's organisation does not have it. */
  readonly installableApp?: Store<InstallableApp | undefined> | undefined;
};

/** What is loaded with the calling core: it, and the function that makes its settings. */
export type LoadedClient = RunningClient & { readonly settingsOf: typeof clientSettingsOf };
