import type { ClientState, Intents } from '@samtal/call-core';
import { createContext, use, useCallback, useRef, useSyncExternalStore } from 'react';
import type { RunningClient } from '../calling/running-client.ts';
import type { TextRecords } from '../characters/text-records.ts';
import type { CheckConformance } from '../conformance/check-facts.ts';
import { type KnownNames, type KnownPeople, nobodyKnown, noPeopleKnown } from '../people/known-names.ts';
import type { People } from '../people/people.ts';
import type { CallMonitor, TestNetwork } from '../ports/call-monitor.ts';
import type { DeviceServices } from '../ports/device-ports.ts';
import type { MediaStage } from '../ports/media-stage.ts';
import type { PeerMonitor } from '../ports/peer-monitor.ts';
import { createStore, useStore } from '../store/store.ts';

export const ClientContext = createContext<RunningClient | undefined>(undefined);

/**
 * Returns what `selector` returns for the calling core's state, now and after each change. The component
 * renders again only if `isEqual` returns false for the earlier and the new value.
 */
export function useClient<T>(
  selector: (state: ClientState) => T,
  isEqual: (before: T, after: T) => boolean = Object.is,
): T {
  const { client } = useRunningClient();
  const last = useRef<{ readonly value: T } | undefined>(undefined);
  const read = useCallback(() => {
    const value = selector(client.getState());
    // Equal snapshots must also be identical, or React would render endlessly.
    if (last.current === undefined || !isEqual(last.current.value, value)) last.current = { value };
    return last.current.value;
  }, [client, selector, isEqual]);
  const subscribe = useCallback((listener: () => void) => client.subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, read);
}

/**
 * Returns a function that reads the calling core's state in event handlers. State changes do not render the
 * component.
 */
export function useClientState(): () => ClientState {
  const { client } = useRunningClient();
  return () => client.getState();
}

/** The user's actions. The functions never change, so they are safe in dependency lists. */
export function useIntents(): Intents {
  return useRunningClient().client.intents;
}

/** The media stage, which shows the streams of calls and of the camera preview in elements. */
export function useMediaStage(): MediaStage {
  return useRunningClient().stage;
}

/**
 * The services for cameras, microphones and speakers. Undefined if the page may not use these devices, or
 * before the calling core runs; the system's default devices are then used.
 */
export function useDevices(): DeviceServices | undefined {
  return use(ClientContext)?.devices;
}

/**
 * The monitor that measures the calls in progress. Undefined if calls cannot be measured, or before the
 * calling core runs.
 */
export function useCallMonitor(): CallMonitor | undefined {
  return use(ClientContext)?.monitor;
}

/** The monitor that watches the remote user of a call. Undefined if calls cannot be watched. */
export function usePeerMonitor(): PeerMonitor | undefined {
  return use(ClientContext)?.peers;
}

/** The function that tests the network without a call; undefined if there is none. */
export function useNetworkTest(): TestNetwork | undefined {
  return useRunningClient().testNetwork;
}

/** The function that measures a call against EN 301 549; undefined if there is none. */
export function useConformanceCheck(): CheckConformance | undefined {
  return useRunningClient().checkConformance;
}

/** Loads the requests of the console; undefined if there is none. */
export function useLoadConsole(): RunningClient['loadConsole'] {
  return use(ClientContext)?.loadConsole;
}

/** What is recorded of the text of calls; undefined if nothing is. */
export function useTextRecords(): TextRecords | undefined {
  return useStore(use(ClientContext)?.textRecords ?? noRecords);
}

/** The people that the signed-in user can call. */
export function usePeople(): People {
  const { people } = useRunningClient();
  if (people === undefined) throw new Error('used without people');
  return people;
}

const noRecords = createStore<TextRecords | undefined>(undefined);
const noNames = createStore(nobodyKnown);
const noPeople = createStore(noPeopleKnown);

/** The names of other people, as the user, the services or the organisation have them (A-105, D61). */
export function useKnownNames(): KnownNames {
  return useStore(useRunningClient().people?.knownNames ?? noNames);
}

/** The same people with their pictures, and with who named them. */
export function useKnownPeople(): KnownPeople {
  return useStore(useRunningClient().people?.knownPeople ?? noPeople);
}

function useRunningClient(): RunningClient {
  const running = use(ClientContext);
  if (running === undefined) throw new Error('used outside ClientContext');
  return running;
}
