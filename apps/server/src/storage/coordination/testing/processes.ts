import { type Coordination, createOwnCoordination } from '../../../domain/coordination/coordination.ts';
import type { LogEvent } from '../../../domain/event-log.ts';
import { SERVER_LOCK_LIMITS } from '../../../domain/limits/limits.ts';
import type { Repositories } from '../../repositories/repositories.ts';
import { joinServers, type Membership } from '../../server-lock/join-servers.ts';
import type { LockLimits } from '../../server-lock/lock.ts';
import type { TestStorage } from '../../testing/each-storage.ts';
import { openJoined } from '../open-joined.ts';
import { createSharedCoordination } from '../shared-coordination.ts';
import type { SharedStorage } from '../shared-storage.ts';

/** Short times, so that tests do not wait. */
export const quickLimits: LockLimits = { ...SERVER_LOCK_LIMITS, waitMs: 100, retryMs: 20, askMs: 20 };

/** The coordination of one server process, as a test sees it. */
export type TestProcess = {
  readonly coordination: Coordination;
  readonly logged: LogEvent[];
  close(): Promise<void>;
};

export const ownProcess = (elapsedMs: () => number): TestProcess => ({
  coordination: createOwnCoordination(elapsedMs, 'test'),
  logged: [],
  close: () => Promise.resolve(),
});

export type SharedProcess = TestProcess & {
  readonly membership: Membership;
  readonly shared: SharedStorage;
  /** Signs the notifications of all processes. */
  readonly secret: string;
  readonly repositories: Repositories;
};

type Options = {
  readonly now?: () => number;
  readonly limits?: LockLimits;
  readonly onTaken?: (problem: string) => void;
  readonly onWrongClock?: (differenceMs: number) => void;
};

/** Joins the processes on the database of a test. */
export async function joinProcess(
  { dataDir, databaseUrl = '' }: Pick<TestStorage, 'dataDir' | 'databaseUrl'>,
  {
    now = Date.now,
    limits = quickLimits,
    onTaken = () => undefined,
    onWrongClock = () => undefined,
  }: Options = {},
): Promise<SharedProcess> {
  const logged: LogEvent[] = [];
  const note = (event: LogEvent): void => void logged.push(event);
  const membership = await joinServers(databaseUrl, { onTaken, onWrongClock, limits, now });
  const { repositories, shared, secret, close } = await openJoined(dataDir, databaseUrl, membership).catch(
    async (error: unknown) => {
      // As the end of the process does.
      await membership.leave();
      throw error;
    },
  );
  const elapsedMs = (): number => performance.now();
  const coordination = createSharedCoordination({
    membership,
    shared,
    secret,
    elapsedMs,
    log: { info: note, warn: note, error: note },
  });
  await membership.started();
  return {
    coordination,
    membership,
    shared,
    secret,
    repositories,
    logged,
    async close() {
      await coordination.leadership.resign();
      await coordination.close();
      await membership.leave();
      await close();
    },
  };
}
