import type { Header, ServerTransaction } from '@samtal/sip';
import { nothing } from '../../domain/nothing.ts';
import type { Call, CallTools, OpenCall } from '../call/call.ts';
import type { Dialog } from '../call/dialog.ts';
import { type CalleeAnswer, createCalleeInvite } from './callee-invite.ts';
import { type End, type Ends, otherEnd, sideOf } from './ends.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { createGatewayPhase } from './gateway-phase.ts';
import { createGatewayRequests } from './gateway-requests.ts';
import { createGatewayText } from './gateway-text.ts';
import { passLastText } from './last-text.ts';
import type { Leg } from './leg.ts';
import { createLeg } from './leg.ts';
import { fieldsOf } from './message-parts.ts';
import { createReinvites } from './reinvites.ts';
import type { TextNegotiation } from './text-negotiation.ts';

/**
 * One call through the gateway, a back-to-back user agent (RFC 7092): the dialog with the caller, the dialog with the
 * callee, and the text between them. Sound and video do not come here: their sections of the SDP pass unchanged.
 */
function createGatewayCall(
  invite: ServerTransaction,
  opened: Dialog,
  tools: CallTools,
  gateway: GatewayOptions,
): Call {
  const { clock, log } = tools;
  const { callId } = opened;
  const ends: Ends = { caller: createLeg(opened, tools), callee: undefined, callerSide: 'user' };
  const { meter, randomNumber } = gateway;
  const text = createGatewayText({ clock, log, meter, randomNumber, dialogLost: terminate });
  const phase = createGatewayPhase(clock, { ackMissing: terminate, tooLong: terminate });
  const reinvites = createReinvites({
    ends,
    agreed: () => applyAgreement('text_gateway_changed'),
    dialogLost: terminate,
  });
  const calleeInvite = createCalleeInvite({
    invite,
    ends,
    tools,
    gateway,
    text,
    isInviting: () => phase.is('inviting'),
    refuse,
    answered,
  });
  const requests = createGatewayRequests({
    ends,
    phase,
    text,
    reinvites,
    clock,
    negotiation: () => negotiation,
    hangUp,
  });
  let negotiation: TextNegotiation | undefined;
  let removeCallee = nothing;
  let stopLastText = nothing;

  function end(): void {
    if (phase.is('ended')) return;
    phase.enter('ended');
    stopLastText();
    reinvites.close();
    text.close();
    removeCallee();
    tools.ended();
  }

  function refuse(status: number, headers: readonly Header[] = []): void {
    if (phase.is('inviting')) ends.caller.respond(invite, status, { headers });
    end();
  }

  function terminate(): void {
    if (phase.is('ended')) return;
    if (phase.is('inviting')) {
      calleeInvite.cancel([]);
      refuse(480);
      return;
    }
    end();
    for (const leg of [ends.caller, ends.callee]) leg?.bye([]);
  }

  function answered({ leg, dialog, negotiation: negotiated, answer, success }: CalleeAnswer): void {
    ends.callee = leg;
    negotiation = negotiated;
    removeCallee = tools.addDialog(dialog, callOf('callee'));
    const body = negotiation.answer(sideOf(ends, 'callee'), answer);
    phase.enter('accepted');
    ends.caller.respond(invite, 200, {
      content: { type: 'application/sdp', body },
      headers: fieldsOf(success, ['Call-Info']),
    });
    applyAgreement('text_gateway_connected');
    if (sideOf(ends, 'callee') === 'user') text.open(leg);
  }

  /** Applies what offer and answer have agreed on. */
  function applyAgreement(event: string): void {
    const agreed = negotiation?.agreed();
    text.stream.describe(agreed);
    const { red, cps } = agreed?.phone.format ?? {};
    log.info({ event, callId, hasText: agreed !== undefined, hasRedundancy: red !== undefined, cps });
  }

  function acknowledge(): void {
    if (!phase.is('accepted')) return;
    phase.enter('established');
    if (ends.callerSide === 'user') text.open(ends.caller);
  }

  /** Handles BYE: the other end gets the last text first. */
  function hangUp(from: End, leg: Leg, transaction: ServerTransaction): void {
    leg.respond(transaction, 200);
    const other = ends[otherEnd(from)];
    if (phase.is('inviting') || other === undefined) {
      calleeInvite.cancel([]);
      refuse(487);
      return;
    }
    if (phase.is('leaving')) {
      // Both ends have hung up.
      end();
      return;
    }
    phase.enter('leaving');
    const reason = fieldsOf(transaction.request, ['Reason']);
    stopLastText = passLastText(sideOf(ends, from), text, clock, () => {
      end();
      other.bye(reason);
    });
  }

  /** An exception ends this call only. */
  function guard(run: () => void, transaction?: ServerTransaction): void {
    try {
      run();
    } catch (error) {
      log.warn({ event: 'text_gateway_failed', err: error, callId });
      if (transaction !== undefined && !phase.is('ended')) ends.caller.respond(transaction, 500);
      terminate();
    }
  }

  const callOf = (from: End): Call => ({
    begin() {
      invite.onCancel = (cancel) => {
        if (!phase.is('inviting')) return;
        calleeInvite.cancel(fieldsOf(cancel, ['Reason']));
        refuse(487);
      };
      calleeInvite.send().catch((error: unknown) => {
        log.warn({ event: 'text_gateway_failed', err: error, callId });
        terminate();
      });
    },
    receive: (transaction) => guard(() => requests.receive(from, transaction), transaction),
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
