import { Worker } from 'node:worker_threads';
import { AGENT_LIMITS } from '../../domain/limits.ts';
import type { StackOrder, StackReport } from './stack-messages.ts';

/** A WebRTC stack of one call. */
export type MediaStack = {
  order(order: StackOrder): void;
  /** Fulfilled when nothing of it is left: no port, no timer, no thread. */
  close(): Promise<void>;
};

/** Starts a stack; `report` is called later, and not after `close`. undefined = no place for another. */
export type OpenMediaStack = (report: (event: StackReport) => void) => MediaStack | undefined;

export type MediaThreads = {
  readonly open: OpenMediaStack;
  count(): number;
  /** Fulfilled when no thread is left. */
  close(): Promise<void>;
};

/** Gives each call that has media a thread of its own, loaded only then, and so many at most. */
export function createMediaThreads(most: number = AGENT_LIMITS.mediaCalls): MediaThreads {
  const threads = new Set<Worker>();
  return {
    open(report) {
      if (threads.size >= most) return undefined;
      const thread = new Worker(new URL('./stack-thread.ts', import.meta.url), {
        // Secrets of the server are none of a call's business.
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: AGENT_LIMITS.mediaHeapMb },
      });
      let isClosed = false;
      const tell = (event: StackReport): void => {
        if (!isClosed) report(event);
      };
      threads.add(thread);
      thread.on('message', tell);
      thread.on('error', (error) => {
        tell({ type: 'failed', reason: error instanceof Error ? error.message : 'a thread broke' });
      });
      thread.on('exit', () => {
        threads.delete(thread);
        tell({ type: 'failed', reason: 'a thread ended' });
      });
      return {
        order: (order) => thread.postMessage(order, []),
        async close() {
          isClosed = true;
          await thread.terminate();
        },
      };
    },
    count: () => threads.size,
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
