/** What screens need from cameras, microphones and speakers. Adapters: `platform/media`. */
import type { MediaFailure } from '@samtal/call-core';
import type { Device, DeviceChoice } from '../media/devices.ts';
import type { Store } from '../store/store.ts';

/** The devices of this computer; without permission browsers do not name them. */
export interface DeviceList {
  readonly devices: Store<readonly Device[]>;
  /** Reads the list again; plugging in and out is detected without it. */
  refresh(): Promise<void>;
}

/**
 * Plays an element on the speaker chosen for `role`, also after the choice changes; the returned function
 * ends it.
 */
export type Sinks = {
  /** Whether this browser supports choosing speakers. */
  readonly canChoose: boolean;
  readonly follow: (element: HTMLMediaElement, role: 'speaker' | 'ringer') => () => void;
};

/** News about the devices of a call for the user. */
export type DeviceNotice =
  /** The call started without the chosen device. */
  | { readonly kind: 'missing'; readonly wanted: string; readonly used: string }
  /** The device in use was removed; `used` replaced it, if there was one. */
  | { readonly kind: 'vanished'; readonly lost: string; readonly used: string | undefined }
  /** The chosen device is back. */
  | { readonly kind: 'offered'; readonly device: Device }
  | { readonly kind: 'failed'; readonly failure: MediaFailure };

export type CallDeviceState = {
  /**
   * Undefined = the medium is off in this call and cannot be turned on (decision D16). Without id and label =
   * its device has stopped working, and another may replace it.
   */
  readonly microphone: Device | undefined;
  readonly camera: Device | undefined;
  readonly isSwitching: boolean;
  readonly notice: DeviceNotice | undefined;
};

/** The devices of the call in progress. */
export type CallDevices = {
  readonly state: Store<CallDeviceState>;
  /** Switches to `device` if the medium is on; undefined = the system's default. Muted stays muted. */
  readonly use: (kind: 'microphone' | 'camera', device: Device | undefined) => void;
  /** Switches between the front and back camera, or to the next in the list. */
  readonly useNextCamera: () => void;
  readonly dismissNotice: () => void;
};

/** The result of opening a device, or why it failed. */
export type Trial<Facts> =
  | { readonly ok: true; readonly label: string; readonly facts: Facts }
  | { readonly ok: false; readonly failure: MediaFailure };

export type PictureFacts = {
  readonly width: number;
  readonly height: number;
  /** Measured frames per second. */
  readonly framesPerSecond: number;
};

/** Tests the chosen devices outside a call; `signal` closes them. */
export interface DeviceBench {
  /** Shows the camera in `element`; resolves after the first frames. */
  tryCamera(element: HTMLVideoElement, signal: AbortSignal): Promise<Trial<PictureFacts>>;
  /** `onLevel` receives the loudness from 0 to 1 in each frame of the page. */
  tryMicrophone(onLevel: (level: number) => void, signal: AbortSignal): Promise<Trial<undefined>>;
}

export type DeviceServices = {
  readonly list: DeviceList;
  readonly choice: DeviceChoice;
  readonly sinks: Sinks;
  readonly inCall: CallDevices;
  readonly bench: DeviceBench;
};
