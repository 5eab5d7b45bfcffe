import { createDeviceChoice, type Device } from '../client/media/devices.ts';
import type { CallDeviceState, DeviceServices, PictureFacts, Trial } from '../client/ports/device-ports.ts';
import { createStore } from '../client/store/store.ts';
import { createMemoryStore } from './memory-store.ts';

export type FakeDevices = DeviceServices & {
  /** The requests, in order. */
  readonly calls: readonly string[];
  readonly plug: (devices: readonly Device[]) => void;
  readonly setCall: (state: Partial<CallDeviceState>) => void;
  /** Sets the loudness of the microphone under test. */
  readonly speak: (level: number) => void;
};

export type FakeDevicesOptions = {
  readonly camera?: Trial<PictureFacts>;
  readonly microphone?: Trial<undefined>;
  readonly canChooseSpeaker?: boolean;
};

const seen: Trial<PictureFacts> = {
  ok: true,
  label: 'Camera 1',
  facts: { width: 640, height: 480, framesPerSecond: 30 },
};

/** Devices that are only entries in a list. */
export function createFakeDevices({
  camera = seen,
  microphone = { ok: true, label: 'Microphone 1', facts: undefined },
  canChooseSpeaker = true,
}: FakeDevicesOptions = {}): FakeDevices {
  const calls: string[] = [];
  const list = createStore<readonly Device[]>([]);
  const state = createStore<CallDeviceState>({
    microphone: undefined,
    camera: undefined,
    isSwitching: false,
    notice: undefined,
  });
  let onLevel: (level: number) => void = () => undefined;
  const setCall = (change: Partial<CallDeviceState>): void => state.set({ ...state.get(), ...change });
  const closed = (name: string, signal: AbortSignal): void =>
    signal.addEventListener('abort', () => calls.push(`close ${name}`));
  return {
    calls,
    plug: list.set,
    setCall,
    speak: (level) => onLevel(level),
    list: { devices: list, refresh: () => Promise.resolve() },
    choice: createDeviceChoice(createMemoryStore()),
    sinks: {
      canChoose: canChooseSpeaker,
      follow(_element, role) {
        calls.push(`follow ${role}`);
        return () => calls.push(`leave ${role}`);
      },
    },
    inCall: {
      state,
      use: (kind, device) => calls.push(`use ${kind} ${device?.label ?? 'default'}`),
      useNextCamera: () => calls.push('next camera'),
      dismissNotice: () => setCall({ notice: undefined }),
    },
    bench: {
      tryCamera(_element, signal) {
        calls.push('open camera');
        closed('camera', signal);
        return Promise.resolve(camera);
      },
      tryMicrophone(listener, signal) {
        calls.push('open microphone');
        closed('microphone', signal);
        onLevel = listener;
        return Promise.resolve(microphone);
      },
    },
  };
}
