import type { WatchCalls } from '../../../domain/calls/call-watch.ts';
import { nothing } from '../../../domain/nothing.ts';
import type { SavedDialog, SavedEnd } from '../../../domain/saved-dialog.ts';
import type { Flow, FlowConnection } from '../../flow.ts';
import { createFlow } from '../../flow.ts';
import type { CallSlots } from '../call-slots.ts';
import type { Absences } from './absences.ts';
import type { Dialogs } from './dialogs.ts';

type Parts = {
  readonly dialogs: Dialogs;
  readonly absences: Absences;
  readonly slots: CallSlots;
  readonly elapsedMs: () => number;
  readonly calls: Pick<WatchCalls, 'resume'>;
};

/** The connection of an end that has not come back after a restart. */
const closedConnection = (remoteAddress: string): FlowConnection => ({
  remoteAddress,
  serverAddress: { host: '', port: 0, transport: 'ws' },
  send: nothing,
  close: nothing,
  terminate: nothing,
  proved: nothing,
  setReading: nothing,
});

/** Lets the calls of an earlier run of this server wait for their ends, one absence for each device. */
export function restoreDialogs(
  saved: readonly SavedDialog[],
  { dialogs, absences, slots, elapsedMs, calls }: Parts,
): void {
  const flows = new Map<string, Flow>();

  function flowOf({ device, remoteAddress }: SavedEnd): Flow {
    const { username, sessionId, instance } = device;
    const key = JSON.stringify([username, sessionId, instance]);
    const known = flows.get(key);
    if (known !== undefined) return known;
    const flow = createFlow(`restored ${flows.size}`, closedConnection(remoteAddress), elapsedMs);
    flow.device = device;
    flow.isLost = true;
    // A revocation finds the flow by these.
    flow.provenUsernames.add(username);
    flow.provenSessions.add(sessionId);
    flows.set(key, flow);
    return flow;
  }

  for (const dialog of saved) {
    const caller = flowOf(dialog.caller);
    const release = slots.take(dialog.caller.device, caller);
    const watch = dialog.recordId === undefined ? undefined : calls.resume(dialog.recordId);
    dialogs.restore(
      dialog,
      { caller, callee: flowOf(dialog.callee) },
      (ending) => {
        release?.();
        watch?.ended(ending);
      },
      watch,
    );
  }
  for (const flow of flows.values()) absences.begin(flow);
}
