/** What screens need from cameras, microphones and loudspeakers. Adapters: `platform/media`. */
import type { MediaFailure } from '@samtal/call-core';
import type { Device, DeviceChoice } from '../media/devices.ts';
import type { Store } from '../store/store.ts';

/** The devices of this computer; without permission browsers name none of them. */
export interface DeviceList {
  readonly devices: Store<readonly Device[]>;
  /** Looks again; plugging in and out is noticed by itself. */
  refresh(): Promise<void>;
}

/** Sends the sound of an element to the loudspeaker chosen for `role`, now and later; the result ends it. */
export type Sinks = {
  /** Whether this browser can choose loudspeakers at all. */
  readonly canChoose: boolean;
  readonly follow: (element: HTMLMediaElement, role: 'speaker' | 'ringer') => () => void;
};

/** Something about the devices of a call that a person should know. */
export type DeviceNotice =
  /** The call began without the chosen device. */
  | { readonly kind: 'missing'; readonly wanted: string; readonly used: string }
  /** The device in use has gone; `used` took its place, if there was one. */
  | { readonly kind: 'vanished'; readonly lost: string; readonly used: string | undefined }
  /** The chosen device is back. */
  | { readonly kind: 'offered'; readonly device: Device }
  | { readonly kind: 'failed'; readonly failure: MediaFailure };

export type CallDeviceState = {
  /**
   * Undefined = the medium is off in this call and cannot be turned on (decision D16). Without id and label = its device
   * works no longer, and another may take its place.
   */
  readonly microphone: Device | undefined;
  readonly camera: Device | undefined;
  readonly isSwitching: boolean;
  readonly notice: DeviceNotice | undefined;
};

/** The devices of the call in progress. */
export type CallDevices = {
  readonly state: Store<CallDeviceState>;
  /** Switches what is on to `device`; undefined = the system's own. Muted stays muted. */
  readonly use: (kind: 'microphone' | 'camera', device: Device | undefined) => void;
  /** From the front camera to the back one and again, or to the next in the list. */
  readonly useNextCamera: () => void;
  readonly dismissNotice: () => void;
};

/** What an opened device gave, or why it could not be had. */
export type Trial<Facts> =
  | { readonly ok: true; readonly label: string; readonly facts: Facts }
  | { readonly ok: false; readonly failure: MediaFailure };

export type PictureFacts = {
  readonly width: number;
  readonly height: number;
  /** Frames that really came, per second. */
  readonly framesPerSecond: number;
};

/** Tries the chosen devices outside a call; `signal` closes them. */
export interface DeviceBench {
  /** Shows the camera in `element`; the answer comes after the first frames. */
  tryCamera(element: HTMLVideoElement, signal: AbortSignal): Promise<Trial<PictureFacts>>;
  /** `onLevel` hears loudness from 0 to 1 with each frame of the page. */
  tryMicrophone(onLevel: (level: number) => void, signal: AbortSignal): Promise<Trial<undefined>>;
}

export type DeviceServices = {
  readonly list: DeviceList;
  readonly choice: DeviceChoice;
  readonly sinks: Sinks;
  readonly inCall: CallDevices;
  readonly bench: DeviceBench;
};
