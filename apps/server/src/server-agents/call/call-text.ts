import type { Clock, ServerTransaction } from '@samtal/sip';
import { header, mediaTypeOf } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { createRateMeter } from '../admission/rate-meter.ts';
import type { AgentLog } from '../ports.ts';
import type { AgentEffect, AgentEvent } from '../server-agent.ts';
import type { TextSender } from '../text-sender.ts';
import type { CallAgent } from './call-agent.ts';
import type { CallDialog } from './call-dialog.ts';
import type { CallPhase } from './call-phase.ts';
import { storedBy } from './stored-by.ts';

export type CallTextOptions = {
  readonly dialog: CallDialog;
  readonly phase: CallPhase;
  readonly agent: CallAgent;
  readonly sender: TextSender;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly perform: (effects: readonly AgentEffect[]) => void;
};

export type CallText = {
  /** Handles MESSAGE: text of the caller. */
  receiveText(transaction: ServerTransaction): void;
  /** Handles INFO: digits and positions. */
  receiveInfo(transaction: ServerTransaction): void;
};

/** Passes the caller's text, digits and positions to the agent, or refuses them when they exceed a limit. */
export function createCallText(options: CallTextOptions): CallText {
  const { dialog, phase, agent, sender, clock, log, perform } = options;
  const texts = createRateMeter(AGENT_LIMITS.textsPerSecond);

  /** Refuses a request that comes too early or exceeds a limit. @returns whether it was refused */
  function isRefused(transaction: ServerTransaction): boolean {
    const { method, body } = transaction.request;
    if (phase.is('invited')) dialog.respond(transaction, 480);
    else if (method === 'MESSAGE' && Buffer.byteLength(body) > AGENT_LIMITS.textBytes)
      dialog.respond(transaction, 413);
    else if (texts.isOver(clock.now()) || !sender.hasRoomFor(body.length))
      dialog.respond(transaction, 500, { retryAfter: 1 });
    else return false;
    return true;
  }

  /** Sends 200 only after the text is stored, because the sender relies on it. */
  function acknowledge(transaction: ServerTransaction, effects: readonly AgentEffect[]): void {
    const stored = storedBy(effects);
    if (stored.length === 0) {
      dialog.respond(transaction, 200);
      return;
    }
    Promise.all(stored).then(
      () => dialog.respond(transaction, 200),
      (error: unknown) => {
        log.warn({ event: 'text_not_stored', err: error, callId: dialog.callId });
        dialog.respond(transaction, 500);
      },
    );
  }

  function pass(transaction: ServerTransaction, event: AgentEvent): void {
    const effects = transaction.request.body === '' ? [] : agent.ask(event);
    acknowledge(transaction, effects);
    perform(effects);
  }

  return {
    receiveText(transaction) {
      if (isRefused(transaction)) return;
      pass(transaction, { type: 'textReceived', text: transaction.request.body });
    },
    receiveInfo(transaction) {
      if (isRefused(transaction)) return;
      const { request } = transaction;
      const contentType = mediaTypeOf(header(request, 'Content-Type') ?? '');
      pass(transaction, { type: 'infoReceived', contentType, body: request.body });
    },
  };
}
