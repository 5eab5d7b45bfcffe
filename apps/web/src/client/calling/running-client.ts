import type { CallClient } from '@samtal/call-core';
import type { People } from '../people/people.ts';
import type { CallMonitor, TestNetwork } from '../ports/call-monitor.ts';
import type { DeviceServices } from '../ports/device-ports.ts';
import type { MediaStage } from '../ports/media-stage.ts';
import type { CallHistory } from '../records/history.ts';
import type { Messages } from '../records/messages.ts';

/** The running calling core and the stage its streams are shown on. */
export type RunningClient = {
  readonly client: CallClient;
  readonly stage: MediaStage;
  /** Undefined where the page may not use devices (no secure context). */
  readonly devices?: DeviceServices | undefined;
  /** Undefined where nothing can be measured. */
  readonly monitor?: CallMonitor | undefined;
  readonly testNetwork?: TestNetwork | undefined;
  /** Whom the person can call; undefined where nobody keeps lists of them. */
  readonly people?: People | undefined;
  /** Undefined where nobody keeps messages or calls. */
  readonly messages?: Messages | undefined;
  readonly history?: CallHistory | undefined;
};
