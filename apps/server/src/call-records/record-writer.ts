import type { Clock } from '@samtal/sip';
import type { CallRecord } from '../domain/calls/call-record.ts';
import type { EventLog } from '../domain/event-log.ts';
import { CALL_RECORD_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';
import type { CallRecordRepository } from '../storage/repositories/repositories.ts';

export type RecordWriter = {
  /** Stores a record, or its new state, soon. @returns false when too many wait and this one is dropped */
  put(record: CallRecord): boolean;
  /** Stores what waits now, and stops. */
  close(): Promise<void>;
};

type Options = {
  readonly repository: Pick<CallRecordRepository, 'putAll' | 'noteTime'>;
  readonly clock: Clock;
  readonly log: Pick<EventLog, 'error'>;
};

/**
 * Writes records in batches, of each the latest state only, so that a call which ends at once is one write. While the
 * database does not answer, records wait; it notes once a minute that the server runs.
 */
export function createRecordWriter({ repository, clock, log }: Options): RecordWriter {
  const waiting = new Map<string, CallRecord>();
  let writing: Promise<void> | undefined;
  let stopTimer: (() => void) | undefined;
  let isFailing = false;
  let isClosed = false;

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, CALL_RECORD_LIMITS.atOnce);
      for (const { id } of batch) waiting.delete(id);
      try {
        await repository.putAll(batch);
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.error({ event: 'call_records_not_stored', err: error });
        isFailing = true;
        // A record that has changed meanwhile waits already.
        for (const record of batch) if (!waiting.has(record.id)) waiting.set(record.id, record);
        return;
      }
    }
  }
  async function write(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    await writing;
  }
  async function writeDue(): Promise<void> {
    await write();
    if (waiting.size > 0) writeLater();
  }
  function writeLater(): void {
    if (stopTimer !== undefined || isClosed) return;
    stopTimer = clock.setTimer(isFailing ? CALL_RECORD_LIMITS.retryMs : CALL_RECORD_LIMITS.writeMs, () => {
      stopTimer = undefined;
      void writeDue();
    });
  }

  const noteTime = (): Promise<void> => repository.noteTime(clock.now()).catch(nothing);
  let stopClock = nothing;
  function noteTimes(): void {
    stopClock = clock.setTimer(CALL_RECORD_LIMITS.clockMs, () => {
      noteTimes();
      void noteTime();
    });
  }
  noteTimes();

  return {
    put(record) {
      if (waiting.size >= CALL_RECORD_LIMITS.waiting && !waiting.has(record.id)) return false;
      waiting.set(record.id, record);
      writeLater();
      return true;
    },
    async close() {
      isClosed = true;
      stopTimer?.();
      stopClock();
      await writing;
      await write();
      await noteTime();
    },
  };
}
