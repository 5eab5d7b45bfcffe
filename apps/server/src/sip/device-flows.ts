import type { CallDevice } from '../domain/saved-dialog.ts';
import type { Flow } from './flow.ts';

/** Finds the open flow of a device without a look at all other flows. */
export type DeviceFlows = {
  /** Notes that a device has registered on `flow`. @returns the flow on which it was registered before */
  note(flow: Flow, device: CallDevice): Flow | undefined;
  /** Forgets a flow whose connection is closed. */
  forget(flow: Flow): void;
};

const keyOf = ({ username, sessionId, instance }: CallDevice): string =>
  JSON.stringify([username, sessionId, instance]);

export function createDeviceFlows(): DeviceFlows {
  const flows = new Map<string, Flow>();
  /** The key of the device that has registered last on a flow: an earlier one is not there any more. */
  const keys = new Map<Flow, string>();

  function forget(flow: Flow): void {
    const key = keys.get(flow);
    keys.delete(flow);
    if (key !== undefined && flows.get(key) === flow) flows.delete(key);
  }

  return {
    forget,
    note(flow, device) {
      const key = keyOf(device);
      const old = flows.get(key);
      if (old === flow) return undefined;
      forget(flow);
      keys.set(flow, key);
      flows.set(key, flow);
      return old;
    },
  };
}
