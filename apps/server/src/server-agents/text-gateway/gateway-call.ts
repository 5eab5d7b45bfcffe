import { splitSdp } from '@samtal/realtime-text';
import type { Header, ServerTransaction, SipResponse } from '@samtal/sip';
import { header, isSuccess, TRANSACTION_TIMEOUT_MS, tokens } from '@samtal/sip';
import { AGENT_LIMITS, TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import type { Meter } from '../../domain/meter.ts';
import { nothing } from '../../domain/nothing.ts';
import { refusalOf } from '../abilities.ts';
import { createRateMeter } from '../admission/rate-meter.ts';
import type { Call, CallTools, OpenCall } from '../call/call.ts';
import type { Content, Dialog } from '../call/dialog.ts';
import { isDialogTooLarge, keyOfDialog, openDialogAsCaller } from '../call/dialog.ts';
import { readOffer } from '../call/read-offer.ts';
import { isSdp } from '../sdp-answer.ts';
import { createGatewayText } from './gateway-text.ts';
import type { Leg } from './leg.ts';
import { createAck, createLeg } from './leg.ts';
import { createOutgoingInvite, fieldsOf, sendInvite, targetOf } from './outgoing-invite.ts';
import type { RtpPorts } from './rtp-ports.ts';
import type { Description, Side, TextNegotiation } from './text-negotiation.ts';
import { createTextNegotiation, otherSide, writerOf } from './text-negotiation.ts';

export type GatewayOptions = {
  readonly ports: RtpPorts;
  /** The IP address that phones are told for text. */
  readonly address: string;
  readonly meter: Pick<Meter, 'gatewayText' | 'refused'>;
  /** A whole number from 0 to 2^32 - 1 that cannot be guessed. */
  readonly randomNumber: () => number;
};

type End = 'caller' | 'callee';

/** `inviting`: the callee is called; `leaving`: one end has hung up, and the other gets the last text. */
type Phase = 'inviting' | 'accepted' | 'established' | 'leaving' | 'ended';

/** The SDP answer in a 2xx; undefined if it has none. */
function answerIn(success: SipResponse): Description | undefined {
  const { body } = success;
  return isSdp(splitSdp(body))
    ? { sdp: body, allowsMessage: tokens(success, 'Allow').includes('MESSAGE') }
    : undefined;
}

/** The status with which the caller is refused when the callee was. */
function passedStatus(response: SipResponse | undefined): number {
  if (response === undefined) return 408;
  const { status } = response;
  // A redirection and a challenge are for the gateway, which does not follow them.
  return status < 400 || status === 401 || status === 407 ? 480 : status;
}

/**
 * One call through the gateway, a back-to-back user agent (RFC 7092): the dialog with the caller, the dialog with the
 * callee, and the text between them. Sound and video do not come here: their sections of the SDP pass unchanged.
 */
function createGatewayCall(
  invite: ServerTransaction,
  opened: Dialog,
  tools: CallTools,
  { ports, address, meter, randomNumber }: GatewayOptions,
): Call {
  const { clock, log } = tools;
  const callId = opened.callId;
  const caller = createLeg(opened, tools);
  const infos = createRateMeter(AGENT_LIMITS.textsPerSecond);
  const text = createGatewayText({ clock, log, meter, randomNumber, dialogLost: terminate });
  let callee: Leg | undefined;
  let calleeKey: string | undefined;
  let negotiation: TextNegotiation | undefined;
  let callerSide: Side = 'user';
  let phase: Phase = 'inviting';
  /** The re-INVITE that the other end has not answered. */
  let pending: { readonly from: End; readonly transaction: ServerTransaction } | undefined;
  let cancelInvite: (headers: readonly Header[]) => void = nothing;
  let removeCallee = nothing;
  let stopTimer = clock.setTimer(TEXT_GATEWAY_LIMITS.callMs, terminate);
  let stopAckTimer = nothing;

  const legOf = (end: End): Leg | undefined => (end === 'caller' ? caller : callee);
  const otherEnd = (end: End): End => (end === 'caller' ? 'callee' : 'caller');
  const sideOf = (end: End): Side => (end === 'caller' ? callerSide : otherSide(callerSide));
  const isOver = (): boolean => phase === 'ended';

  function end(): void {
    if (phase === 'ended') return;
    phase = 'ended';
    stopTimer();
    stopAckTimer();
    if (pending !== undefined) legOf(pending.from)?.respond(pending.transaction, 487);
    pending = undefined;
    text.close();
    removeCallee();
    tools.ended();
  }

  function refuse(status: number, headers: readonly Header[] = []): void {
    if (phase === 'inviting') caller.respond(invite, status, { headers });
    end();
  }

  function terminate(): void {
    if (phase === 'ended') return;
    if (phase === 'inviting') {
      cancelInvite([]);
      refuse(480);
      return;
    }
    const legs = [caller, callee];
    end();
    for (const leg of legs) leg?.bye([]);
  }

  /** The content of a message with its SDP replaced; a multipart body keeps its other parts. */
  const withSdp = (message: ServerTransaction['request'], before: string, after: string): Content => ({
    type: header(message, 'Content-Type') ?? 'application/sdp',
    body: message.body.replace(before, () => after),
  });

  async function begin(): Promise<void> {
    const { request } = invite;
    const target = targetOf(request);
    const offer = readOffer(request);
    if (target === undefined) {
      refuse(404);
      return;
    }
    if (typeof offer === 'number' || offer.offer === undefined || !isSdp(splitSdp(offer.offer))) {
      refuse(typeof offer === 'number' ? offer : 488);
      return;
    }
    // The callee may take its time, and CANCEL waits for a first response (RFC 3261 §9.1).
    caller.respond(invite, 100);
    const first: Description = { sdp: offer.offer, allowsMessage: offer.allowsMessage };
    const port = await ports.open((datagram, from) => text.stream.receive(datagram, from));
    if (isOver()) {
      port?.close();
      return;
    }
    if (port === undefined) {
      log.warn({ event: 'text_gateway_ports_used_up', callId });
      meter.refused('text_gateway');
      refuse(480, [{ name: 'Retry-After', value: String(AGENT_LIMITS.retryAfterSeconds) }]);
      return;
    }
    text.stream.attach(port);
    callerSide = writerOf(first.sdp);
    negotiation = createTextNegotiation(first, { address, port: port.port });
    const content = withSdp(request, first.sdp, negotiation.offer(callerSide, first));
    cancelInvite = sendInvite(createOutgoingInvite(request, target, content, tools), tools, {
      ringing: () => {
        if (phase === 'inviting') caller.respond(invite, 180);
      },
      accepted: (success, sent) => {
        const dialog = openDialogAsCaller(sent, success);
        if (dialog !== undefined) connect(dialog, success);
        else if (phase === 'inviting') refuse(502);
      },
      refused: (response) => {
        if (phase !== 'inviting') return;
        refuse(passedStatus(response), response && fieldsOf(response, ['Reason', 'Retry-After']));
      },
    });
  }

  /** The callee has answered; later answers, of other devices or after the end, are hung up. */
  function connect(dialog: Dialog, success: SipResponse): void {
    tools.sendAck(createAck(dialog));
    // A phone over UDP repeats its answer until it has ACK (RFC 3261 §13.2.2.4).
    if (keyOfDialog(dialog) === calleeKey) return;
    const leg = createLeg(dialog, tools);
    const answer = answerIn(success);
    if (phase !== 'inviting' || negotiation === undefined) {
      leg.bye([]);
      return;
    }
    if (answer === undefined || isDialogTooLarge(success)) {
      leg.bye([]);
      refuse(502);
      return;
    }
    callee = leg;
    calleeKey = keyOfDialog(dialog);
    removeCallee = tools.addDialog(dialog, callOf('callee'));
    const body = negotiation.answer(sideOf('callee'), answer);
    phase = 'accepted';
    stopAckTimer = clock.setTimer(TRANSACTION_TIMEOUT_MS, terminate);
    caller.respond(invite, 200, {
      content: { type: 'application/sdp', body },
      headers: fieldsOf(success, ['Call-Info']),
    });
    agree('text_gateway_connected');
    if (sideOf('callee') === 'user') text.open(leg);
  }

  /** Applies what offer and answer have agreed on. */
  function agree(event: string): void {
    const agreed = negotiation?.agreed();
    text.stream.describe(agreed);
    const { red, cps } = agreed?.phone.format ?? {};
    log.info({ event, callId, hasText: agreed !== undefined, hasRedundancy: red !== undefined, cps });
  }

  function acknowledge(): void {
    if (phase !== 'accepted') return;
    phase = 'established';
    stopAckTimer();
    if (callerSide === 'user') text.open(caller);
  }

  /** Passes a re-INVITE to the other end; one at a time (RFC 3261 §14.1, §14.2). */
  function offerAgain(from: End, leg: Leg, transaction: ServerTransaction): void {
    const other = legOf(otherEnd(from));
    if (phase !== 'established' || other === undefined || negotiation === undefined) {
      leg.respond(transaction, 491);
      return;
    }
    if (pending !== undefined) {
      if (pending.from === from)
        leg.respond(transaction, 500, { headers: [{ name: 'Retry-After', value: '1' }] });
      else leg.respond(transaction, 491);
      return;
    }
    const offer = readOffer(transaction.request);
    if (typeof offer === 'number' || offer.offer === undefined || !isSdp(splitSdp(offer.offer))) {
      leg.respond(transaction, typeof offer === 'number' ? offer : 488);
      return;
    }
    pending = { from, transaction };
    const { offer: sdp, allowsMessage } = offer;
    const converted = negotiation.offer(sideOf(from), { sdp, allowsMessage });
    const content = withSdp(transaction.request, sdp, converted);
    transaction.onCancel = other.reinvite(content, (response) => answerAgain(from, leg, response));
  }

  function answerAgain(from: End, leg: Leg, response: SipResponse | undefined): void {
    if (pending === undefined || negotiation === undefined) return;
    const { transaction } = pending;
    pending = undefined;
    const answer = response && isSuccess(response) ? answerIn(response) : undefined;
    if (answer !== undefined) {
      const body = negotiation.answer(sideOf(otherEnd(from)), answer);
      leg.respond(transaction, 200, { content: { type: 'application/sdp', body } });
      agree('text_gateway_changed');
      return;
    }
    const isRefused = response === undefined || !isSuccess(response);
    const more = response === undefined ? [] : fieldsOf(response, ['Retry-After']);
    leg.respond(transaction, isRefused ? passedStatus(response) : 502, { headers: more });
    // The dialog with the other end does not exist any more, or is not in order (RFC 5057 §5.1).
    if (!isRefused || response === undefined || response.status === 481 || response.status === 408)
      terminate();
  }

  function passInfo(from: End, leg: Leg, transaction: ServerTransaction): void {
    const { request } = transaction;
    const other = legOf(otherEnd(from));
    if (other === undefined) leg.respond(transaction, 480);
    else if (infos.isOver(clock.now()))
      leg.respond(transaction, 500, { headers: [{ name: 'Retry-After', value: '1' }] });
    else {
      const type = header(request, 'Content-Type');
      const content = type === undefined ? undefined : { type, body: request.body };
      other.request('INFO', content, (status) => leg.respond(transaction, status));
    }
  }

  function takeText(from: End, leg: Leg, transaction: ServerTransaction): void {
    if (sideOf(from) === 'phone') leg.respond(transaction, 405);
    else if (negotiation?.agreed() === undefined) leg.respond(transaction, 480);
    else text.receiveMessage(transaction, leg);
  }

  /** Handles BYE: the other end gets the last text first, for a short time. */
  function hangUp(from: End, leg: Leg, transaction: ServerTransaction): void {
    leg.respond(transaction, 200);
    const other = legOf(otherEnd(from));
    if (phase === 'inviting' || other === undefined) {
      cancelInvite([]);
      refuse(487);
      return;
    }
    if (phase === 'leaving') {
      // Both ends have hung up.
      end();
      return;
    }
    phase = 'leaving';
    stopAckTimer();
    const reason = fieldsOf(transaction.request, ['Reason']);
    const isPhone = sideOf(from) === 'phone';
    if (!isPhone) text.userLeft();
    const until = clock.now() + TEXT_GATEWAY_LIMITS.leavingMs;
    const look = (): void => {
      if (isPhone) text.stream.finishReading();
      if (!text.isSettled() && clock.now() < until) {
        stopTimer = clock.setTimer(TEXT_GATEWAY_LIMITS.leavingStepMs, look);
        return;
      }
      end();
      other.bye(reason);
    };
    stopTimer();
    // Packets that were sent before BYE may still arrive.
    if (isPhone) stopTimer = clock.setTimer(AGENT_LIMITS.lateTextMs, look);
    else look();
  }

  function handle(from: End, transaction: ServerTransaction): void {
    const leg = legOf(from);
    const { request } = transaction;
    if (leg === undefined || isOver()) return;
    if (request.method === 'INVITE' && isDialogTooLarge(request)) leg.respond(transaction, 513);
    // The request is older than the peer's last one (RFC 3261 §12.2.2).
    else if (!leg.follow(request)) leg.respond(transaction, 500);
    else if (request.method === 'BYE') hangUp(from, leg, transaction);
    else if (phase === 'leaving') leg.respond(transaction, 480);
    else {
      const refusal = refusalOf(request);
      if (refusal !== undefined) transaction.respond(refusal);
      else if (request.method === 'INVITE') offerAgain(from, leg, transaction);
      else if (request.method === 'MESSAGE') takeText(from, leg, transaction);
      else if (request.method === 'INFO') passInfo(from, leg, transaction);
      else leg.respond(transaction, 200);
    }
  }

  /** An exception ends this call only. */
  function guard(run: () => void, transaction?: ServerTransaction): void {
    try {
      run();
    } catch (error) {
      log.warn({ event: 'text_gateway_failed', err: error, callId });
      if (transaction !== undefined && !isOver()) caller.respond(transaction, 500);
      terminate();
    }
  }

  const callOf = (from: End): Call => ({
    begin() {
      invite.onCancel = (cancel) => {
        if (phase !== 'inviting') return;
        cancelInvite(fieldsOf(cancel, ['Reason']));
        refuse(487);
      };
      begin().catch((error: unknown) => {
        log.warn({ event: 'text_gateway_failed', err: error, callId });
        terminate();
      });
    },
    receive: (transaction) => guard(() => handle(from, transaction), transaction),
    acknowledge: () => {
      if (from === 'caller') guard(acknowledge);
    },
    terminate,
    drop: end,
  });

  return callOf('caller');
}

/** Opens calls between users and phones with text over RTP (decision D94). */
export const createGatewayCalls =
  (options: GatewayOptions): OpenCall =>
  (invite, opened, tools) =>
    createGatewayCall(invite, opened, tools, options);
