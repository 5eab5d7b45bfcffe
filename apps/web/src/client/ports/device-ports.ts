/** What screens need from cameras, microphones and speakers. Adapters: `platform/media`. */
import type { MediaFailure } from '@samtal/call-core';
import type { Device, DeviceChoice } from '../media/devices.ts';
import type { Store } from '../store/store.ts';

/** The devices of this computer; without permission browsers do not name them. */
export interface DeviceList {
  readonly devices: Store<readonly Device[]>;
  /** Reads the list again. When a device is plugged in or removed, the list changes without this call. */
  refresh(): Promise<void>;
}

/**
 * The speakers on which elements play. `follow` keeps `element` on the speaker chosen for `role`, also after
 * the choice changes, until the returned function is called.
 */
export type Sinks = {
  /** Whether this browser supports choosing speakers. */
  readonly canChoose: boolean;
  readonly follow: (element: HTMLMediaElement, role: 'speaker' | 'ringer') => () => void;
};

/** What the user is told about the devices of a call. */
export type DeviceNotice =
  /** The call started with the device `used`, because the chosen device `wanted` was missing. */
  | { readonly kind: 'missing'; readonly wanted: string; readonly used: string }
  /** The device in use, `lost`, was removed. The device `used` has replaced it; undefined = no device has. */
  | { readonly kind: 'vanished'; readonly lost: string; readonly used: string | undefined }
  /** The chosen device has become available, while the call uses another one. */
  | { readonly kind: 'offered'; readonly device: Device }
  | { readonly kind: 'failed'; readonly failure: MediaFailure };

export type CallDeviceState = {
  /**
   * `microphone` and `camera` are the devices in use. Undefined = the medium is off in this call and cannot
   * be turned on (decision D16). Empty id and label = the device has stopped working; another may replace it.
   */
  readonly microphone: Device | undefined;
  readonly camera: Device | undefined;
  readonly isSwitching: boolean;
  readonly notice: DeviceNotice | undefined;
};

/** The devices of the call in progress. */
export type CallDevices = {
  readonly state: Store<CallDeviceState>;
  /**
   * Stores the choice of `device` (undefined = the system's default), and switches to it if the medium is on.
   * A muted medium stays muted.
   */
  readonly use: (kind: 'microphone' | 'camera', device: Device | undefined) => void;
  /** Switches between the front and back camera, or else to the next camera in the list. */
  readonly useNextCamera: () => void;
  readonly dismissNotice: () => void;
};

/** What was measured on a device that was opened for a test, or why it did not open. */
export type Trial<Facts> =
  | { readonly ok: true; readonly label: string; readonly facts: Facts }
  | { readonly ok: false; readonly failure: MediaFailure };

export type PictureFacts = {
  readonly width: number;
  readonly height: number;
  /** Measured frames per second. */
  readonly framesPerSecond: number;
};

/** Opens the chosen devices for a test outside a call; `signal` closes them. */
export interface DeviceBench {
  /** Shows the camera's video in `element`; resolves when the frame rate has been measured. */
  tryCamera(element: HTMLVideoElement, signal: AbortSignal): Promise<Trial<PictureFacts>>;
  /** Opens the microphone; `onLevel` receives its loudness from 0 to 1 in each frame of the page. */
  tryMicrophone(onLevel: (level: number) => void, signal: AbortSignal): Promise<Trial<undefined>>;
}

export type DeviceServices = {
  readonly list: DeviceList;
  readonly choice: DeviceChoice;
  readonly sinks: Sinks;
  readonly inCall: CallDevices;
  readonly bench: DeviceBench;
};
