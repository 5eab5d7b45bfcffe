import type { ClientHandler, Clock, ServerTransaction, SipRequest } from '@samtal/sip';
import { checkAsUserAgent, createResponse, header, TRANSACTION_TIMEOUT_MS, tokens } from '@samtal/sip';
import { AGENT_LIMITS } from '../domain/limits.ts';
import { abilitiesFor } from './abilities.ts';
import type { BodyPart } from './body-parts.ts';
import { mediaTypeOf, partsOf } from './body-parts.ts';
import { createCallResponse } from './call-response.ts';
import type { CallDescription } from './describe-call.ts';
import type { Content, Dialog } from './dialog.ts';
import { createRequest, followRequest, isDialogTooLarge } from './dialog.ts';
import type { CreateParty, Offer, PartyEffect, PartyEvent } from './party.ts';
import type { PartyLog } from './ports.ts';
import { createTextSender } from './text-sender.ts';

const nothing = (): void => undefined;

export type CallOptions = {
  readonly createParty: CreateParty;
  readonly description: CallDescription;
  /** Value of Contact. */
  readonly contact: string;
  /** Decimal digits for the o-line. */
  readonly sessionId: string;
  readonly clock: Clock;
  readonly log: PartyLog;
  readonly send: (request: SipRequest, handler: ClientHandler) => void;
  /** Called once, when nothing of the call is left. */
  readonly ended: () => void;
};

export type Call = {
  /** The first INVITE is handed over; its answer follows. */
  begin(): void;
  /** A request inside the dialog. */
  receive(transaction: ServerTransaction): void;
  /** The ACK of an answer. */
  acknowledge(): void;
  /** Ends it without waiting for anything: BYE, or a refusal when it has not been answered. */
  leave(): void;
  /** The connection is gone; there is nobody to tell. */
  forget(): void;
};

const storedBy = (effects: readonly PartyEffect[]): readonly Promise<void>[] =>
  effects.flatMap((effect) => (effect.do === 'takeAfter' ? [effect.stored] : []));

const readableInInvite = ['application/sdp', 'application/pidf+xml'];

type Phase = 'invited' | 'accepted' | 'established' | 'ended';

/**
 * One answered or ringing call. Whatever its party throws ends this call and no other. The 200 is sent once:
 * every hop of a WebSocket path is reliable (RFC 7118 §5.4), and an ACK that never comes ends the call.
 */
export function createCall(invite: ServerTransaction, opened: Dialog, options: CallOptions): Call {
  const { contact, clock, log } = options;
  let dialog = opened;
  let phase: Phase = 'invited';
  /** The INVITE that waits for its final answer. */
  let pending: ServerTransaction | undefined = invite;
  let sdpVersion = 0;
  let isLeaving = false;
  let texts = { second: 0, count: 0 };
  let stopAckTimer = nothing;
  let stopCallTimer = nothing;

  const sender = createTextSender({
    send: (text, done) => sendRequest('MESSAGE', { type: 'text/plain;charset=UTF-8', body: text }, done),
    refused: (status) => log.warn({ status, callId: dialog.callId }, 'a text of a party was refused'),
    dialogLost: leave,
  });

  const party = options.createParty({
    clock,
    log,
    ...options.description,
    act: (decide) => {
      if (phase !== 'ended') guard(() => perform(decide()));
    },
  });

  /** Runs what may fail through the party's fault. */
  function guard(run: () => void, transaction?: ServerTransaction): void {
    try {
      run();
    } catch (error) {
      log.warn({ err: error, callId: dialog.callId }, 'a party failed; its call ends');
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

  function tell(event: PartyEvent): void {
    perform(party(event));
  }

  function perform(effects: readonly PartyEffect[]): void {
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
    // A refused re-INVITE leaves the call as it was (RFC 3261 §14.2).
    if (phase === 'invited') end();
  }

  /** BYE has to wait for the ACK (RFC 3261 §15). */
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

  function end(): readonly PartyEffect[] {
    phase = 'ended';
    pending = undefined;
    sender.stop();
    stopAckTimer();
    stopCallTimer();
    options.ended();
    return tellOfEnd('ended');
  }

  function tellOfEnd(type: 'hangingUp' | 'ended'): readonly PartyEffect[] {
    try {
      return party({ type });
    } catch (error) {
      log.warn({ err: error, callId: dialog.callId }, 'a party failed at the end of its call');
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

  /** What an INVITE brings; a status when it cannot be read (RFC 5621 §3.3, RFC 3261 §21.4.10). */
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
      // RFC 3261 §14.2: another INVITE before the first has its final answer.
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
      const effects = text === '' ? [] : party({ type: 'textReceived', text });
      takeText(transaction, effects);
      perform(effects);
    }
  }

  /** Whoever is told 200 may rely on it, so what has to be kept is kept first. */
  function takeText(transaction: ServerTransaction, effects: readonly PartyEffect[]): void {
    const stored = storedBy(effects);
    if (stored.length === 0) {
      respond(transaction, 200);
      return;
    }
    Promise.all(stored).then(
      () => respond(transaction, 200),
      (error: unknown) => {
        log.warn({ err: error, callId: dialog.callId }, 'a text could not be kept');
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
        request.body === '' ? [] : party({ type: 'infoReceived', contentType, body: request.body });
      respond(transaction, 200);
      perform(effects);
    }
  }

  /** Who hangs up is told so when what they wrote is kept; a failure has been logged by whom it befell. */
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
