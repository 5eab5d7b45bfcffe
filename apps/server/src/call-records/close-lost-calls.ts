import type { CallRecord } from '../domain/calls/call-record.ts';
import type { CallRecordRepository } from '../storage/repositories/repositories.ts';

/**
 * Ends the records of calls that an earlier run of the server left open and that do not go on: at the time when that
 * run was last known to live, since nothing tells when they ended.
 */
export async function closeLostCalls(
  repository: Pick<CallRecordRepository, 'putAll' | 'lastTime'>,
  lost: readonly CallRecord[],
): Promise<void> {
  if (lost.length === 0) return;
  const seenAt = (await repository.lastTime()) ?? 0;
  await repository.putAll(
    lost.map((record) => ({
      ...record,
      endedAt: Math.max(seenAt, record.answeredAt ?? record.beganAt),
      ending: 'lost',
    })),
  );
}
