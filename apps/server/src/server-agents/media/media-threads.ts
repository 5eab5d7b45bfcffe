import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { placesOfCaller } from '../admission/call-admission.ts';
import { createPlaces } from '../admission/places.ts';
import type { StackOrder, StackReport, ThreadReport } from './stack-messages.ts';

/** The WebRTC stack of one call. */
export type MediaStack = {
  order(order: StackOrder): void;
  /** Fulfilled when the port, timers and thread of the stack are released. */
  close(): Promise<void>;
};

/**
 * Starts a stack; undefined = the limit is reached. `report` is called only after this function has returned,
 * and not after `close`.
 */
export type OpenMediaStack = (report: (event: StackReport) => void) => MediaStack | undefined;

export type MediaThreads = {
  /** @param caller address of the caller, for the limit per caller */
  open(caller: string, report: (event: StackReport) => void): MediaStack | undefined;
  count(): number;
  /** Fulfilled when all threads have ended. */
  close(): Promise<void>;
};

export type MediaThreadOptions = {
  readonly mostCalls: number;
  /** A thread that does not answer within this time is terminated. */
  readonly aliveMs?: number;
  readonly script?: URL;
};

/** In a release it is JavaScript, beside the file that this module is in (ADR 36). */
const threadScript = new URL(`./stack-thread${extname(import.meta.filename)}`, import.meta.url);

/** Runs the media of each call in its own thread, started on demand, up to `mostCalls`. */
export function createMediaThreads({
  mostCalls,
  aliveMs = AGENT_LIMITS.mediaAliveMs,
  script = threadScript,
}: MediaThreadOptions): MediaThreads {
  const threads = new Set<Worker>();
  const take = createPlaces();

  function start(report: (event: StackReport) => void, ended: () => void): MediaStack {
    const thread = new Worker(script, {
      // The thread must not see the secrets in the server's environment.
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: AGENT_LIMITS.mediaHeapMb,
        maxYoungGenerationSizeMb: AGENT_LIMITS.mediaYoungHeapMb,
      },
    });
    threads.add(thread);
    let isClosed = false;
    const pass = (event: StackReport): void => {
      if (!isClosed) report(event);
    };
    const stopWatching = watch(thread, aliveMs, () => {
      pass({ type: 'failed', reason: 'a thread does not answer' });
      void thread.terminate();
    });
    thread.on('message', (event: ThreadReport) => {
      if (event.type !== 'alive') pass(event);
    });
    thread.on('error', (error) => {
      pass({ type: 'failed', reason: error instanceof Error ? error.message : 'a thread broke' });
    });
    thread.on('exit', () => {
      stopWatching();
      threads.delete(thread);
      ended();
      pass({ type: 'failed', reason: 'a thread ended' });
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
      const release = take(
        placesOfCaller(caller, {
          total: mostCalls,
          perCaller: AGENT_LIMITS.mediaCallsPerCaller,
          anonymousShare: AGENT_LIMITS.mediaAnonymousShare,
        }),
      );
      return release && start(report, release);
    },
    count: () => threads.size,
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

/**
 * Asks a thread for `alive` at intervals; calls `silent` once when it has not answered for `aliveMs`.
 * @returns a function that stops this
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
    thread.postMessage({ do: 'reportAlive' } satisfies StackOrder, []);
  };
  // If this process was blocked, the answer is queued behind the timer; `setImmediate` lets it arrive before
  // the check.
  const timer = setInterval(() => setImmediate(look), aliveMs);
  ask();
  return () => clearInterval(timer);
}
