import type { ServerTransaction } from '@samtal/sip';
import { nothing } from '../../domain/nothing.ts';
import type { AgentEffect } from '../server-agent.ts';
import type { CallAgent } from './call-agent.ts';
import type { CallDialog } from './call-dialog.ts';
import type { CallPhase } from './call-phase.ts';
import type { Invites } from './invites.ts';
import { afterStoring } from './stored-by.ts';

export type CallEndOptions = {
  readonly dialog: CallDialog;
  readonly phase: CallPhase;
  readonly invites: Invites;
  readonly agent: CallAgent;
  /** Called once, when the call has ended and before its agent gets `ended`. */
  readonly ended: () => void;
};

export type CallEnd = {
  /** Ends the call at the request of its agent. BYE is sent only after the ACK of the 200 (RFC 3261 §15). */
  hangUp(): void;
  /** Ends the call immediately: with BYE, or with a refusal when it has not been answered. */
  terminate(): void;
  /** Ends the call without sending anything. */
  drop(cancelCause?: number): void;
  /** Handles BYE of the caller. */
  receiveBye(transaction: ServerTransaction): void;
};

/** Creates the functions that end one call. Whichever is called, the call's agent gets `ended` only once. */
export function createCallEnd({ dialog, phase, invites, agent, ended }: CallEndOptions): CallEnd {
  function end(cancelCause?: number): readonly AgentEffect[] {
    if (phase.is('ended')) return [];
    phase.enter('ended');
    invites.stop();
    ended();
    return agent.askAtEnd({ type: 'ended', cancelCause });
  }

  function terminate(): void {
    if (phase.is('ended')) return;
    const wasAnswered = !phase.is('invited');
    invites.end(wasAnswered ? 487 : 480);
    end();
    if (wasAnswered) dialog.request('BYE', undefined, nothing);
  }

  return {
    hangUp() {
      if (phase.is('accepted')) phase.enter('hangingUp');
      else if (!phase.is('hangingUp')) terminate();
    },
    terminate,
    drop: (cancelCause) => void end(cancelCause),
    /** Answers BYE after pending text is stored. Storage errors are already logged. */
    receiveBye(transaction) {
      invites.end(487);
      afterStoring(agent.askAtEnd({ type: 'hangingUp' }), () =>
        afterStoring(end(), () => dialog.respond(transaction, 200)),
      );
    },
  };
}
