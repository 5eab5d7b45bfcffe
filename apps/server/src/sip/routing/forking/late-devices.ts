import { createResponse } from '@samtal/sip';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import { type AwaitedDevices, createAwaitedDevices } from '../../../web-push/awaited-devices.ts';
import type { ForkOptions, LateDevices } from './fork-options.ts';
import { type Fork, liveTargets } from './fork-state.ts';
import type { ForkTarget } from './fork-target.ts';
import { createTarget, devicesOf, isCalled } from './fork-target.ts';

type Options = Pick<ForkOptions, 'clock' | 'createTag' | 'watch'> & {
  readonly late: LateDevices;
  /** Calls one more target. */
  readonly send: (target: ForkTarget) => void;
  /** The user rejects the call on a pushed device; returns whether that ends it. */
  readonly rejected: () => boolean;
  /** No device is awaited any more. */
  readonly closed: () => void;
};

/** A call that rings on devices that were not registered when it began. */
export type LateRinging = Pick<AwaitedDevices, 'isOpen' | 'reached' | 'lost' | 'end'> & {
  /**
   * Pushes the call to the devices without a binding, and after a second to those that are silent.
   * @returns a function that stops this
   */
  begin(): () => void;
  /** Whether a pushed device has shown the call. */
  hasRung(): boolean;
};

export function createLateRinging(fork: Fork, options: Options): LateRinging {
  const { late, clock, createTag, watch, send, rejected, closed } = options;
  const { transaction, request, targets } = fork;
  const awaited = createAwaitedDevices(late.push({ rang, rejected, left }), closed);
  let hasPushRung = false;

  /** A pushed device shows the call: the caller hears that it rings, once. */
  function rang(): void {
    if (fork.isAnswered || fork.verdict !== undefined || hasPushRung) return;
    hasPushRung = true;
    watch?.rang();
    // Some callers ignore a 180 without Contact. Until a device registers, requests inside this dialog get 481.
    const contact = { name: 'Contact', value: `<${request.uri}>` };
    transaction.respond(createResponse(request, 180, { toTag: createTag(), headers: [contact] }));
  }

  /** A pushed device has logged out: no call waits for it. */
  function left(instance: string): void {
    awaited.left(instance);
  }

  /** Sends the INVITE to the devices that have registered while a call that was pushed rings. */
  function callLateDevices(): void {
    if (fork.isAnswered || !awaited.isOpen()) return;
    for (const binding of late.bindings()) {
      if (isCalled(targets, binding) || targets.length >= SIP_LIMITS.targetsPerCall) continue;
      const target = createTarget(binding, []);
      targets.push(target);
      send(target);
    }
  }

  return {
    ...awaited,
    begin() {
      const stopWatching = late.watch(callLateDevices);
      awaited.push((device) => !devicesOf(targets).includes(device));
      const stopWaiting = clock.setTimer(SIP_LIMITS.silentMs, () => {
        const silent = targets.filter(({ heard, response }) => heard === 'nothing' && response === undefined);
        const live = devicesOf(liveTargets(fork));
        const devices = devicesOf(silent).filter((device) => !live.includes(device));
        if (devices.length > 0) awaited.push((device) => devices.includes(device));
      });
      return () => {
        stopWatching();
        stopWaiting();
      };
    },
    hasRung: () => hasPushRung,
  };
}
