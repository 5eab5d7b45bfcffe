import type { Clock, Header, SipRequest, TransactionLayer } from '@samtal/sip';
import { ignoreOutcome } from '@samtal/sip';
import type { CallDevice } from '../../../domain/saved-dialog.ts';
import type { Flow } from '../../flow.ts';
import { isSameDevice } from '../../flow.ts';
import type { Dialogs } from './dialogs.ts';

type Options = {
  readonly dialogs: Dialogs;
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  /** How long a call waits for an end that has lost its connection; undefined = it ends immediately (decision D15). */
  readonly limitMs: number | undefined;
};

type Absence = {
  readonly flow: Flow;
  readonly device: CallDevice;
  /** BYEs of peers that have hung up meanwhile. */
  readonly farewells: SipRequest[];
  readonly stopTimer: () => void;
};

/** The ends of calls that have lost their connection and may come back on another one (decision D80). */
export type Absences = {
  /** Whether established calls wait for an end that has lost its connection. */
  readonly areKept: boolean;
  /**
   * Keeps the established calls of a lost connection for a while.
   * @returns false when they cannot be kept: the device is unknown or may not come back
   */
  begin(lost: Flow): boolean;
  /** Gives the calls of a device to the connection on which it has just registered. */
  end(flow: Flow): void;
  /** Keeps the BYE of a peer until the absent end is back. */
  keepBye(absent: Flow, bye: SipRequest): void;
  /** Whether the calls of this connection wait for its device. */
  isAway(flow: Flow): boolean;
  /** The connections that are lost and whose calls wait. */
  flows(): readonly Flow[];
  /** Ends the calls of an absent end now. */
  giveUp(absent: Flow, reason?: Header): void;
  /** Forgets all absences and their timers; the calls stay as they are. */
  close(): void;
};

export function createAbsences({ dialogs, transactions, clock, limitMs }: Options): Absences {
  const absences = new Map<Flow, Absence>();

  function forget(flow: Flow): Absence | undefined {
    const absence = absences.get(flow);
    absence?.stopTimer();
    absences.delete(flow);
    return absence;
  }

  function giveUp(flow: Flow, reason?: Header): void {
    forget(flow);
    for (const { bye, flow: left } of dialogs.takeByesFor(flow, reason))
      if (!left.isLost) transactions.send(bye, left.id, ignoreOutcome);
  }

  return {
    areKept: limitMs !== undefined,
    begin(flow) {
      const { device } = flow;
      if (limitMs === undefined || device === undefined || flow.isCutOff || flow.isLeaving) return false;
      if (absences.has(flow)) return true;
      dialogs.dropUnconfirmed(flow);
      if (!dialogs.has(flow)) return true;
      const stopTimer = clock.setTimer(limitMs, () => giveUp(flow));
      absences.set(flow, { flow, device, farewells: [], stopTimer });
      return true;
    },
    end(flow) {
      const { device } = flow;
      if (device === undefined) return;
      for (const absence of absences.values()) {
        if (!isSameDevice(absence.device, device)) continue;
        forget(absence.flow);
        dialogs.move(absence.flow, flow);
        for (const bye of absence.farewells) transactions.send(bye, flow.id, ignoreOutcome);
      }
    },
    keepBye: (flow, bye) => void absences.get(flow)?.farewells.push(bye),
    isAway: (flow) => absences.has(flow),
    flows: () => [...absences.keys()],
    giveUp,
    close() {
      for (const flow of absences.keys()) forget(flow);
    },
  };
}
