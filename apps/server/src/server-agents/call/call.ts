import type { ClientHandler, Clock, ServerTransaction, SipRequest } from '@samtal/sip';
import { checkAsUserAgent, createResponse, header, TRANSACTION_TIMEOUT_MS, tokens } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { abilitiesFor } from '../abilities.ts';
import type { AgentLog } from '../ports.ts';
import type { AgentEffect, AgentEvent, CreateAgent, Offer } from '../server-agent.ts';
import { createTextSender } from '../text-sender.ts';
import type { BodyPart } from './body-parts.ts';
import { mediaTypeOf, partsOf } from './body-parts.ts';
import { createCallResponse } from './call-response.ts';
import type { CallDescription } from './describe-call.ts';
import type { Content, Dialog } from './dialog.ts';
import { createRequest, followRequest, isDialogTooLarge } from './dialog.ts';

export type CallOptions = {
  readonly createAgent: CreateAgent;
  readonly description: CallDescription;
  /** Value of Contact. */
  readonly contact: string;
  /** Decimal digits for the o-line. */
  readonly sessionId: string;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly send: (request: SipRequest, handler: ClientHandler) => void;
  /** Called once, when the call has ended. */
  readonly ended: () => void;
};

export type Call = {
  /** Passes the first INVITE to the `ServerAgent`. */
  begin(): void;
  /** Handles a request within the dialog. */
  receive(transaction: ServerTransaction): void;
  /** Handles the ACK of a 2xx. */
  acknowledge(): void;
  /** Ends the call immediately: with BYE, or with a refusal when it has not been answered. */
  leave(): void;
  /** Ends the call without sending anything, because the connection is lost. */
  forget(): void;
};

const storedBy = (effects: readonly AgentEffect[]): readonly Promise<void>[] =>
  effects.flatMap((effect) => (effect.do === 'takeAfter' ? [effect.stored] : []));

const readableInInvite = ['application/sdp', 'application/pidf+xml'];

type Phase = 'invited' | 'accepted' | 'established' | 'ended';

/**
 * One ringing or answered call. An exception of its `ServerAgent` ends only this call. The 200 is sent once: every
 * hop of a WebSocket path is reliable (RFC 7118 §5.4). A missing ACK ends the call.
 */
export function createCall(invite: ServerTransaction, opened: Dialog, options: CallOptions): Call {
  const { contact, clock, log } = options;
  let dialog = opened;
  let phase: Phase = 'invited';
  /** The INVITE that has no final response yet. */
  let pending: ServerTransaction | undefined = invite;
  let sdpVersion = 0;
  let isLeaving = false;
  let texts = { second: 0, count: 0 };
  let stopAckTimer = nothing;
  let stopCallTimer = nothing;

  const sender = createTextSender({
    send: (text, done) => sendRequest('MESSAGE', { type: 'text/plain;charset=UTF-8', body: text }, done),
    refused: (status) => log.warn({ event: 'agent_text_refused', status, callId: dialog.callId }),
    dialogLost: leave,
  });

  const agent = options.createAgent({
    clock,
    log,
    ...options.description,
    act: (decide) => {
      if (phase !== 'ended') guard(() => perform(decide()));
    },
  });

  /** Runs code of the `ServerAgent`; when it throws, the call ends. */
  function guard(run: () => void, transaction?: ServerTransaction): void {
    try {
      run();
    } catch (error) {
      log.warn({ event: 'agent_failed', err: error, callId: dialog.callId });
      if (transaction !== undefined) respond(transaction, 500);
      hangUp();
    }
  }

  function respond(
    transaction: ServerTransaction,
    status: number,
    more: { sdp?: string; retryAfter?: number } = {},
  ): void {
    transaction.respond(
      createCallResponse(transaction.request, { status, toTag: dialog.localTag, contact, ...more }),
    );
  }

  function tell(event: AgentEvent): void {
    perform(agent(event));
  }

  function perform(effects: readonly AgentEffect[]): void {
    for (const effect of effects) {
      if (effect.do === 'ring') ring();
      else if (effect.do === 'answer') answer(effect.sdp);
      else if (effect.do === 'refuse') refuse(effect.status, effect.retryAfterSeconds);
      else if (effect.do === 'hangUp') hangUp();
      else if (effect.do === 'sendText' && phase !== 'ended') sender.push(effect.text);
    }
  }

  function ring(): void {
    if (pending !== undefined) respond(pending, 180);
  }

  function answer(sdp: string): void {
    if (pending === undefined) return;
    const transaction = pending;
    pending = undefined;
    if (phase === 'invited') {
      phase = 'accepted';
      stopAckTimer = clock.setTimer(TRANSACTION_TIMEOUT_MS, leave);
    }
    respond(transaction, 200, { sdp });
  }

  function refuse(status: number, retryAfterSeconds?: number): void {
    if (pending === undefined) return;
    const transaction = pending;
    pending = undefined;
    respond(transaction, status, retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds });
    // A refused re-INVITE does not change the call (RFC 3261 §14.2).
    if (phase === 'invited') end();
  }

  /** BYE must wait for the ACK (RFC 3261 §15). */
  function hangUp(): void {
    if (phase === 'accepted') isLeaving = true;
    else leave();
  }

  function leave(): void {
    if (phase === 'ended') return;
    const wasAnswered = phase !== 'invited';
    if (pending !== undefined) respond(pending, wasAnswered ? 487 : 480);
    end();
    if (wasAnswered) sendRequest('BYE', undefined, nothing);
  }

  function end(): readonly AgentEffect[] {
    phase = 'ended';
    pending = undefined;
    sender.stop();
    stopAckTimer();
    stopCallTimer();
    options.ended();
    return tellOfEnd('ended');
  }

  function tellOfEnd(type: 'hangingUp' | 'ended'): readonly AgentEffect[] {
    try {
      return agent({ type });
    } catch (error) {
      log.warn({ event: 'agent_failed_at_end', err: error, callId: dialog.callId });
      return [];
    }
  }

  function sendRequest(method: string, content: Content | undefined, done: (status: number) => void): void {
    const next = createRequest(dialog, method, content);
    dialog = next.dialog;
    options.send(next.request, {
      response: ({ status }) => {
        if (status >= 200) done(status);
      },
      timedOut: () => done(408),
      flowLost: nothing,
    });
  }

  /** Reads an INVITE's bodies; returns a status when it is refused (RFC 5621 §3.3, RFC 3261 §21.4.10). */
  function readOffer(request: SipRequest): Offer | number {
    const parts = partsOf(request);
    if (parts === undefined) return 400;
    const find = (type: string): BodyPart | undefined =>
      parts.find(({ contentType }) => contentType === type);
    if (parts.some(({ contentType, isOptional }) => !isOptional && !readableInInvite.includes(contentType)))
      return 415;
    const offer = find('application/sdp')?.body;
    if ((offer?.length ?? 0) > AGENT_LIMITS.offerLength) return 413;
    return {
      offer,
      position: find('application/pidf+xml')?.body,
      allowsMessage: tokens(request, 'Allow').includes('MESSAGE'),
      session: { id: options.sessionId, version: ++sdpVersion },
    };
  }

  function consider(type: 'invited' | 'reinvited', request: SipRequest): void {
    const offer = readOffer(request);
    if (typeof offer === 'number') refuse(offer);
    else tell({ type, ...offer });
  }

  function receiveInvite(transaction: ServerTransaction): void {
    if (pending !== undefined) {
      // RFC 3261 §14.2: a second INVITE before the final response to the first.
      respond(transaction, 500, { retryAfter: 1 });
      return;
    }
    pending = transaction;
    listenForCancel(transaction);
    consider('reinvited', transaction.request);
  }

  function listenForCancel(transaction: ServerTransaction): void {
    transaction.onCancel = () => {
      if (pending === transaction) refuse(487);
    };
  }

  function isTooFast(): boolean {
    const second = Math.floor(clock.now() / 1000);
    texts = { second, count: texts.second === second ? texts.count + 1 : 1 };
    return texts.count > AGENT_LIMITS.textsPerSecond || sender.isFull();
  }

  function receiveText(transaction: ServerTransaction): void {
    const text = transaction.request.body;
    if (phase === 'invited') respond(transaction, 480);
    else if (Buffer.byteLength(text) > AGENT_LIMITS.textBytes) respond(transaction, 413);
    else if (isTooFast()) respond(transaction, 500, { retryAfter: 1 });
    else {
      const effects = text === '' ? [] : agent({ type: 'textReceived', text });
      takeText(transaction, effects);
      perform(effects);
    }
  }

  /** Sends 200 only after the text is stored, because the sender relies on it. */
  function takeText(transaction: ServerTransaction, effects: readonly AgentEffect[]): void {
    const stored = storedBy(effects);
    if (stored.length === 0) {
      respond(transaction, 200);
      return;
    }
    Promise.all(stored).then(
      () => respond(transaction, 200),
      (error: unknown) => {
        log.warn({ event: 'text_not_stored', err: error, callId: dialog.callId });
        respond(transaction, 500);
      },
    );
  }

  function receiveInfo(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (phase === 'invited') respond(transaction, 480);
    else if (isTooFast()) respond(transaction, 500, { retryAfter: 1 });
    else {
      const contentType = mediaTypeOf(header(request, 'Content-Type') ?? '');
      const effects =
        request.body === '' ? [] : agent({ type: 'infoReceived', contentType, body: request.body });
      respond(transaction, 200);
      perform(effects);
    }
  }

  /** Answers BYE after pending text is stored. Storage errors are already logged. */
  function receiveBye(transaction: ServerTransaction): void {
    if (pending !== undefined) respond(pending, 487);
    pending = undefined;
    const endWith = (): void => {
      const stored = phase === 'ended' ? [] : storedBy(end());
      if (stored.length === 0) respond(transaction, 200);
      else void Promise.allSettled(stored).then(() => respond(transaction, 200));
    };
    const late = storedBy(tellOfEnd('hangingUp'));
    if (late.length === 0) endWith();
    else void Promise.allSettled(late).then(endWith);
  }

  function handle(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.method === 'INVITE' && isDialogTooLarge(request)) {
      respond(transaction, 513);
      return;
    }
    const next = followRequest(dialog, request);
    if (next === undefined) {
      respond(transaction, 500);
      return;
    }
    dialog = next;
    const refusal = checkAsUserAgent(request, abilitiesFor(request.method));
    if (request.method === 'BYE') receiveBye(transaction);
    else if (refusal !== undefined) {
      const { status, reason, headers: fields = [] } = refusal;
      transaction.respond(createResponse(request, status, { reason, headers: fields }));
    } else if (request.method === 'INVITE') receiveInvite(transaction);
    else if (request.method === 'MESSAGE') receiveText(transaction);
    else if (request.method === 'INFO') receiveInfo(transaction);
    else respond(transaction, 200);
  }

  return {
    begin() {
      listenForCancel(invite);
      stopCallTimer = clock.setTimer(AGENT_LIMITS.callMs, hangUp);
      guard(() => consider('invited', invite.request), invite);
    },
    receive(transaction) {
      guard(() => handle(transaction), transaction);
    },
    acknowledge() {
      if (phase !== 'accepted') return;
      stopAckTimer();
      if (isLeaving) {
        leave();
        return;
      }
      phase = 'established';
      guard(() => {
        sender.start();
        tell({ type: 'established' });
      });
    },
    leave,
    forget() {
      if (phase !== 'ended') end();
    },
  };
}
