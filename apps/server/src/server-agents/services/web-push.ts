import { AGENT_LIMITS, SIP_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { IncomingCall, MissedCall, MissedCallCause } from '../../domain/people/incoming-call.ts';
import type { PushCall, PushedCallOutcome } from '../../domain/people/pushed-call.ts';
import { createAwaitedDevices } from '../../web-push/awaited-devices.ts';
import type { DeviceReport } from '../device-report.ts';
import type { AgentCall, AgentEffect, CreateAgent, ServerAgent } from '../server-agent.ts';

/** What the agent needs from web push and from the history. */
export type WebPushPorts = {
  readonly pushCall: PushCall;
  /** Stores a call that no device of the callee answered or declined. */
  readonly missed: (call: MissedCall) => void;
};

export type WebPushAgent = {
  readonly createAgent: CreateAgent;
  /** A device that the SIP server calls beside this agent has responded. @returns whether its call is known */
  readonly report: (report: DeviceReport) => boolean;
};

/** A ringing call, for the reports about its devices. */
type RingingCall = { heard(report: DeviceReport): void };

/** What the end of the call means for the pushed devices, from the Reason of the CANCEL. */
function outcomeOf(cancelCause = 0): PushedCallOutcome {
  if (cancelCause >= 200 && cancelCause < 300) return 'answered';
  return cancelCause >= 600 ? 'rejected' : 'missed';
}

/**
 * The agent that an external SIP server calls beside the devices of each callee (decision D78, ADR 23). It
 * pushes the call, and its branch keeps the call open while a pushed device may register: that device gets the
 * INVITE from the SIP server. The agent itself never answers.
 */
export function createWebPushAgent({ pushCall, missed }: WebPushPorts): WebPushAgent {
  /** By Call-ID, which callers choose, so several calls may have the same. */
  const ringing = new Map<string, Set<RingingCall>>();

  function keep(callId: string, call: RingingCall): () => void {
    const same = ringing.get(callId) ?? new Set();
    ringing.set(callId, same.add(call));
    return () => {
      same.delete(call);
      if (same.size === 0 && ringing.get(callId) === same) ringing.delete(callId);
    };
  }

  /** @returns the function that ends the call when it is cancelled */
  function begin(call: AgentCall, callee: string, offer: string): (cancelCause?: number) => void {
    const { clock, callId, caller } = call;
    const at = clock.now();
    const incoming: IncomingCall = { callId, caller, callee, at };
    const until = at + AGENT_LIMITS.ringMs;
    const registered = new Set(call.registered);
    const silent = new Set(call.registered);
    /** Whether the call may also have rung at devices, so that their answers count and not that of this agent. */
    let hasDevices = call.registered !== undefined;
    let hasRung = false;
    let hasPushRung = false;
    let isOver = false;

    const awaited = createAwaitedDevices(
      pushCall({ ...incoming, offer, until }, { rang, rejected, left: (instance) => awaited.left(instance) }),
      leaveIfUseless,
    );
    const forget = keep(callId, { heard });
    const stopWaiting = clock.setTimer(SIP_LIMITS.silentMs, pushToSilent);
    const stopRinging = clock.setTimer(AGENT_LIMITS.ringMs, () => {
      finish('missed', [leave()]);
      tellMissed('notAnswered');
    });

    function finish(outcome: PushedCallOutcome, effects: readonly AgentEffect[]): void {
      isOver = true;
      stopWaiting();
      stopRinging();
      forget();
      awaited.end(outcome);
      call.act(() => effects);
    }
    /** A 4xx of a device outranks a 5xx (RFC 3261 §16.7). */
    const leave = (): AgentEffect => ({ do: 'refuse', status: hasDevices ? 504 : 480 });
    const tellMissed = (cause: MissedCallCause): void => missed({ ...incoming, cause, hasRung });

    function rang(): void {
      if (isOver || hasPushRung) return;
      hasPushRung = true;
      call.act(() => [{ do: 'ring' }]);
    }
    function rejected(): boolean {
      if (isOver) return false;
      finish('rejected', [{ do: 'refuse', status: 603 }]);
      return true;
    }
    function heard({ instance, status }: DeviceReport): void {
      hasDevices = true;
      hasRung ||= status > 100 && status < 200;
      silent.delete(instance);
      awaited.reached(instance);
      leaveIfUseless();
    }
    function pushToSilent(): void {
      const wanted = new Set(silent);
      silent.clear();
      awaited.push((instance) => wanted.has(instance));
      leaveIfUseless();
    }
    /** Refuses the call when no pushed device may register: the SIP server goes on with the other devices. */
    function leaveIfUseless(): void {
      if (isOver || awaited.isOpen() || silent.size > 0) return;
      finish('missed', [leave()]);
      if (!hasDevices) tellMissed('notReachable');
    }

    awaited.push((instance) => !registered.has(instance));
    return (cancelCause) => {
      if (isOver) return;
      const outcome = outcomeOf(cancelCause);
      finish(outcome, []);
      if (outcome === 'missed') tellMissed('givenUp');
    };
  }

  const createAgent: CreateAgent = (call): ServerAgent => {
    let end: (cancelCause?: number) => void = nothing;
    return (event) => {
      if (event.type === 'ended') end(event.cancelCause);
      if (event.type !== 'invited') return [];
      if (call.divertedFrom === undefined) return [{ do: 'refuse', status: 480 }];
      if (call.isDoNotDisturb === true) {
        // No device is called or pushed; the call is missed.
        const { callId, caller, divertedFrom: callee } = call;
        missed({ callId, caller, callee, at: call.clock.now(), cause: 'notReachable', hasRung: false });
        return [{ do: 'refuse', status: 480 }];
      }
      end = begin(call, call.divertedFrom, event.offer ?? '');
      return [];
    };
  };

  return {
    createAgent,
    report(report) {
      const calls = [...(ringing.get(report.callId) ?? [])];
      for (const each of calls) each.heard(report);
      return calls.length > 0;
    },
  };
}
