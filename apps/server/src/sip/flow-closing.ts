import type { Header, TransactionLayer } from '@samtal/sip';
import { ignoreOutcome } from '@samtal/sip';
import type { Revocation } from '../domain/accounts/revocation.ts';
import type { EventLog } from '../domain/event-log.ts';
import type { Meter } from '../domain/meter.ts';
import { createDeviceFlows } from './device-flows.ts';
import type { Flow } from './flow.ts';
import { hasProved } from './flow.ts';
import type { MessageWaiting } from './message-waiting/message-waiting.ts';
import type { Location } from './registrar/location.ts';
import type { Absences } from './routing/dialogs/absences.ts';
import { notAllowed } from './routing/dialogs/bye.ts';
import type { Dialogs } from './routing/dialogs/dialogs.ts';

type Options = {
  /** All open flows by id. */
  readonly flows: Map<string, Flow>;
  readonly location: Location;
  /** Absent = phones cannot subscribe. */
  readonly messageWaiting: Pick<MessageWaiting, 'removeFlow' | 'rejectFlow' | 'closeAll'> | undefined;
  readonly dialogs: Dialogs;
  readonly absences: Absences;
  /** Whether calls outlive the connections of their ends (decision D80). */
  readonly keepsCalls: boolean;
  readonly transactions: TransactionLayer;
  readonly meter: Pick<Meter, 'refused'>;
  readonly log: Pick<EventLog, 'warn'>;
};

export type FlowClosing = {
  /** Closes the connection of a peer that exceeds a limit; its calls end when the connection has closed. */
  breakLimit(flow: Flow, reason: string): void;
  /**
   * Forgets a flow whose connection is closed: its bindings and transactions end, and its calls unless they
   * may go on over another flow of the same device (decision D80).
   */
  lose(flow: Flow): void;
  /** A device has registered on `flow`: its calls on other flows, which it has given up, go on over this one. */
  takeOver(flow: Flow): void;
  /** Closes the flow if its session has ended and no call is left on it. */
  closeIfDue(flow: Flow): void;
  /** Ends the flows of a revoked account or session (decision D40). */
  revoke(revocation: Revocation): void;
  /** Ends every call with BYE and closes every connection. */
  closeAll(): void;
};

const SESSION_HAS_ENDED = 'session has ended';

/** Ends flows, with the bindings, transactions and calls that depend on them. */
export function createFlowClosing(options: Options): FlowClosing {
  const { flows, location, messageWaiting, dialogs, absences, keepsCalls, transactions, meter, log } =
    options;
  const devices = createDeviceFlows();

  function cutOff(flow: Flow, reason: string): void {
    flow.isCutOff = true;
    const from = flow.connection.remoteAddress;
    log.warn({ event: 'sip_connection_cut_off', flow: flow.id, from, reason });
    flow.connection.close(1008, reason);
  }

  function lose(flow: Flow, reason?: Header): void {
    flow.isLost = true;
    flows.delete(flow.id);
    devices.forget(flow);
    location.removeFlow(flow);
    messageWaiting?.removeFlow(flow);
    const isKept = absences.begin(flow);
    transactions.flowLost(flow.id);
    if (isKept) return;
    for (const { bye, flow: left } of dialogs.takeByesFor(flow, reason))
      if (!left.isLost) transactions.send(bye, left.id, ignoreOutcome);
  }

  /** Closes the connection of a device that has opened another one: its peer does not read any more. */
  function replace(old: Flow): void {
    lose(old);
    old.connection.terminate();
  }

  /** Closes a flow and ends its calls now: a client that ignores the close frame would stay in its calls. */
  function close(flow: Flow, reason: string): void {
    cutOff(flow, reason);
    lose(flow, notAllowed);
  }

  function closeAfterCalls(flow: Flow): void {
    flow.isLeaving = true;
    location.removeFlow(flow);
    messageWaiting?.rejectFlow(flow);
  }

  return {
    breakLimit(flow, reason) {
      meter.refused('sip_messages');
      cutOff(flow, reason);
    },
    lose: (flow) => lose(flow),
    takeOver(flow) {
      if (!keepsCalls || flow.device === undefined) return;
      const old = devices.note(flow, flow.device);
      if (old !== undefined) replace(old);
      absences.end(flow);
    },
    closeIfDue(flow) {
      if (!flow.isLeaving) return;
      // The flow closes only after the message that ended its last call has been forwarded.
      queueMicrotask(() => {
        if (!flow.isLost && !dialogs.has(flow)) close(flow, SESSION_HAS_ENDED);
      });
    },
    revoke(revocation) {
      const isSession = 'sessionId' in revocation;
      for (const flow of flows.values()) {
        if (!hasProved(flow, revocation)) continue;
        // A disabled account loses its calls immediately; an ended session may finish them (decision D40).
        if (isSession && dialogs.has(flow)) closeAfterCalls(flow);
        else close(flow, isSession ? SESSION_HAS_ENDED : 'account is not active any more');
      }
      for (const absent of absences.flows())
        if (hasProved(absent, revocation)) absences.giveUp(absent, notAllowed);
    },
    closeAll() {
      absences.close();
      messageWaiting?.closeAll();
      for (const { bye, flow } of dialogs.takeAllByes())
        if (!flow.isLost) transactions.sendOutside(bye, flow.id);
      // Open transactions end as if every connection were lost, which also cancels their timers.
      for (const flow of flows.values()) {
        flow.isLost = true;
        transactions.flowLost(flow.id);
      }
      transactions.close();
      for (const { connection } of flows.values()) connection.close(1001, 'server stops');
    },
  };
}
