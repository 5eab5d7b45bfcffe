import { Worker } from 'node:worker_threads';
import { AGENT_LIMITS } from '../../domain/limits.ts';
import { placesOfCaller } from '../call-admission.ts';
import { createPlaces } from '../places.ts';
import type { StackOrder, StackReport, ThreadReport } from './stack-messages.ts';

/** A WebRTC stack of one call. */
export type MediaStack = {
  order(order: StackOrder): void;
  /** Fulfilled when nothing of it is left: no port, no timer, no thread. */
  close(): Promise<void>;
};

/** Starts a stack; `report` is called later, and not after `close`. undefined = no place for another. */
export type OpenMediaStack = (report: (event: StackReport) => void) => MediaStack | undefined;

export type MediaThreads = {
  /** @param caller address of the caller, who gets a part of the threads only */
  open(caller: string, report: (event: StackReport) => void): MediaStack | undefined;
  count(): number;
  /** Fulfilled when no thread is left. */
  close(): Promise<void>;
};

export type MediaThreadOptions = {
  readonly mostCalls: number;
  /** A thread that does not answer for so long is terminated. */
  readonly aliveMs?: number;
  readonly script?: URL;
};

/** Gives each call that has media a thread of its own, loaded only then, and so many at most. */
export function createMediaThreads({
  mostCalls,
  aliveMs = AGENT_LIMITS.mediaAliveMs,
  script = new URL('./stack-thread.ts', import.meta.url),
}: MediaThreadOptions): MediaThreads {
  const threads = new Set<Worker>();
  const take = createPlaces();

  function start(report: (event: StackReport) => void, ended: () => void): MediaStack {
    const thread = new Worker(script, {
      // Secrets of the server are none of a call's business.
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: AGENT_LIMITS.mediaHeapMb,
        maxYoungGenerationSizeMb: AGENT_LIMITS.mediaYoungHeapMb,
      },
    });
    threads.add(thread);
    let isClosed = false;
    const tell = (event: StackReport): void => {
      if (!isClosed) report(event);
    };
    const stopWatching = watch(thread, aliveMs, () => {
      tell({ type: 'failed', reason: 'a thread does not answer' });
      void thread.terminate();
    });
    thread.on('message', (event: ThreadReport) => {
      if (event.type !== 'alive') tell(event);
    });
    thread.on('error', (error) => {
      tell({ type: 'failed', reason: error instanceof Error ? error.message : 'a thread broke' });
    });
    thread.on('exit', () => {
      stopWatching();
      threads.delete(thread);
      ended();
      tell({ type: 'failed', reason: 'a thread ended' });
    });
    return {
      order: (order) => thread.postMessage(order, []),
      async close() {
        isClosed = true;
        await thread.terminate();
      },
    };
  }

  return {
    open(caller, report) {
      const leave = take(
        placesOfCaller(caller, {
          total: mostCalls,
          perCaller: AGENT_LIMITS.mediaCallsPerCaller,
          anonymousShare: AGENT_LIMITS.mediaAnonymousShare,
        }),
      );
      return leave && start(report, leave);
    },
    count: () => threads.size,
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

/**
 * Asks a thread for a sign of life again and again; `silent` is called once when none comes for so long.
 * @returns stops asking
 */
function watch(thread: Worker, aliveMs: number, silent: () => void): () => void {
  let isAnswered = true;
  thread.on('message', () => {
    isAnswered = true;
  });
  const look = (): void => {
    if (isAnswered) ask();
    else {
      clearInterval(timer);
      silent();
    }
  };
  const ask = (): void => {
    isAnswered = false;
    thread.postMessage({ do: 'sayAlive' } satisfies StackOrder, []);
  };
  // After a standstill of this process the answer waits behind the timer.
  const timer = setInterval(() => setImmediate(look), aliveMs);
  ask();
  return () => clearInterval(timer);
}
