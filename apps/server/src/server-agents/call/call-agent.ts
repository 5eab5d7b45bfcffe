import type { Clock, ServerTransaction } from '@samtal/sip';
import { logAbout } from '../../domain/event-log.ts';
import type { AgentLog } from '../ports.ts';
import type { AgentEffect, AgentEvent, CreateAgent } from '../server-agent.ts';
import type { CallDialog } from './call-dialog.ts';
import type { CallPhase } from './call-phase.ts';
import type { CallDescription } from './describe-call.ts';

export type CallAgentOptions = {
  readonly createAgent: CreateAgent;
  readonly description: CallDescription;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly dialog: CallDialog;
  readonly phase: CallPhase;
  readonly perform: (effects: readonly AgentEffect[]) => void;
  /** Called when the agent has thrown an exception. */
  readonly failed: () => void;
};

export type CallAgent = {
  /** Passes an event to the agent, and carries out its effects. */
  tell(event: AgentEvent): void;
  /** Passes an event to the agent, and returns its effects without carrying them out. */
  ask(event: AgentEvent): readonly AgentEffect[];
  /** Like `ask`, but for the end of the call: an exception of the agent is only logged. */
  askAtEnd(event: Extract<AgentEvent, { type: 'hangingUp' | 'ended' }>): readonly AgentEffect[];
  /** Runs code of the agent; an exception ends the call, and the request gets 500. */
  guard(run: () => void, transaction?: ServerTransaction): void;
};

/** Runs the `ServerAgent` of one call, so that its exceptions end only this call. */
export function createCallAgent(options: CallAgentOptions): CallAgent {
  const { clock, log, dialog, phase, perform, failed } = options;

  const ask = options.createAgent({
    clock,
    log: logAbout(dialog.callId, log),
    ...options.description,
    act(decide) {
      if (!phase.is('ended')) guard(() => perform(decide()));
    },
  });

  function guard(run: () => void, transaction?: ServerTransaction): void {
    try {
      run();
    } catch (error) {
      log.warn({ event: 'agent_failed', err: error, callId: dialog.callId });
      if (transaction !== undefined) dialog.respond(transaction, 500);
      failed();
    }
  }

  return {
    tell: (event) => perform(ask(event)),
    ask,
    askAtEnd(event) {
      try {
        return ask(event);
      } catch (error) {
        log.warn({ event: 'agent_failed_at_end', err: error, callId: dialog.callId });
        return [];
      }
    },
    guard,
  };
}
