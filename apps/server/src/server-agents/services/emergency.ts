import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import type { AgentCall, ServerAgent } from '../server-agent.ts';
import type { ReportedPlace } from './location-document.ts';
import { readAddress, readPlace } from './location-document.ts';

export type RecordedPosition = ReportedPlace & {
  /** Address of the caller. */
  readonly caller: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
};

export type PositionStore = {
  record(position: RecordedPosition): void;
  /** In order of arrival. */
  list(): readonly RecordedPosition[];
};

/** Keeps the newest positions, in memory only; a limit per caller protects the positions of other callers. */
export function createPositionStore(): PositionStore {
  const positions: RecordedPosition[] = [];
  return {
    record(position) {
      const isOfCaller = ({ caller }: RecordedPosition): boolean => caller === position.caller;
      const isCallerFull = positions.filter(isOfCaller).length >= AGENT_LIMITS.positionsPerCaller;
      if (isCallerFull) positions.splice(positions.findIndex(isOfCaller), 1);
      positions.push(position);
      if (positions.length > AGENT_LIMITS.positions) positions.shift();
    },
    list: () => [...positions],
  };
}

const GREETING =
  'This is a test of the emergency number. This service cannot help you. If your position arrives, it is shown below.\u2028';

/** Time of day in the server's time zone. */
const timeOf = (at: number): string => new Date(at).toLocaleTimeString('sv-SE');

function describe({ latitude, longitude, accuracyMetres, receivedAt }: RecordedPosition): string {
  const accuracy = accuracyMetres === undefined ? '' : ` ± ${Math.round(accuracyMetres)} m`;
  return `Position ${latitude.toFixed(5)}, ${longitude.toFixed(5)}${accuracy}, received ${timeOf(receivedAt)}\u2028`;
}

/**
 * A demo emergency centre (decision D28): records each position and sends it back as text (GEO-03), with the address
 * that the caller has typed (decision D89), which it does not keep.
 */
export function createEmergency({ clock, caller }: AgentCall, positions: PositionStore): ServerAgent {
  return (event) => {
    if (event.type === 'established') return [{ do: 'sendText', text: GREETING }];
    if (event.type !== 'infoReceived' || event.contentType !== 'application/pidf+xml') return [];
    const place = readPlace(event.body);
    const address = readAddress(event.body);
    const typed = address === undefined ? '' : `Address ${address}\u2028`;
    if (place === undefined)
      return [{ do: 'sendText', text: typed || 'A position arrived that cannot be read.\u2028' }];
    const position = { ...place, caller: caller.address, receivedAt: clock.now() };
    positions.record(position);
    return [{ do: 'sendText', text: `${describe(position)}${typed}` }];
  };
}
