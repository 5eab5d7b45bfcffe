import type { PushedCall, PushedCallOutcome } from '../domain/people/pushed-call.ts';

/**
 * The devices of the callee that a call waits for, because it was pushed to them (decision D78). A device is
 * named as by `deviceOf`; one without a name is never pushed.
 */
export type AwaitedDevices = {
  /** Whether a device may still register: pushes are being sent, or were accepted by a push service. */
  isOpen(): boolean;
  /** Pushes the call to the devices for which this returns true; asked when the devices are known. */
  push(isWanted: (instance: string) => boolean): void;
  /** A device has responded over SIP: it is awaited no more. */
  reached(instance: string | undefined): void;
  /** A device that had the call lost its connection: it is pushed, if it was not, and awaited. */
  lost(instance: string | undefined): void;
  /** A device is subscribed no more: it is awaited no more. */
  left(instance: string): void;
  /** The call rings no more; only the first call counts. */
  end(outcome: PushedCallOutcome): void;
};

/** @param closed called when no device is awaited any more while the call rings */
export function createAwaitedDevices(call: PushedCall, closed: () => void): AwaitedDevices {
  const awaited = new Set<string>();
  const reached = new Set<string>();
  const gone = new Set<string>();
  let pushing = 0;
  let isOver = false;

  const isOpen = (): boolean => !isOver && (pushing > 0 || awaited.size > 0);
  const tellIfClosed = (): void => {
    if (!isOver && !isOpen()) closed();
  };
  async function push(isWanted: (instance: string) => boolean): Promise<void> {
    pushing += 1;
    const accepted = await call.push(isWanted);
    pushing -= 1;
    for (const instance of accepted) if (!reached.has(instance) && !gone.has(instance)) awaited.add(instance);
    tellIfClosed();
  }

  return {
    isOpen,
    push(isWanted) {
      if (!isOver) void push(isWanted);
    },
    reached(instance) {
      if (instance === undefined) return;
      reached.add(instance);
      if (awaited.delete(instance)) tellIfClosed();
    },
    lost(instance) {
      if (instance === undefined || isOver) return;
      reached.delete(instance);
      void push((each) => each === instance);
    },
    left(instance) {
      gone.add(instance);
      if (awaited.delete(instance)) tellIfClosed();
    },
    end(outcome) {
      if (isOver) return;
      isOver = true;
      call.end(outcome, reached);
    },
  };
}
