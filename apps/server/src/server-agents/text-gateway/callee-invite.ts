import type { Header, ServerTransaction, SipResponse } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { CallTools } from '../call/call.ts';
import type { Dialog } from '../call/dialog.ts';
import { isDialogTooLarge, keyOfDialog, openDialogAsCaller } from '../call/dialog.ts';
import type { Ends } from './ends.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { GatewayText } from './gateway-text.ts';
import type { Leg } from './leg.ts';
import { createAck, createLeg } from './leg.ts';
import { answerIn, fieldsOf, offerIn, passedStatus, withSdp } from './message-parts.ts';
import { createOutgoingInvite, sendInvite, targetOf } from './outgoing-invite.ts';
import type { Description, TextNegotiation } from './text-negotiation.ts';
import { createTextNegotiation, writerOf } from './text-negotiation.ts';

/** The first answer of the callee. */
export type CalleeAnswer = {
  readonly leg: Leg;
  readonly dialog: Dialog;
  readonly negotiation: TextNegotiation;
  readonly answer: Description;
  readonly success: SipResponse;
};

type Options = {
  /** The INVITE of the caller. */
  readonly invite: ServerTransaction;
  readonly ends: Ends;
  readonly tools: CallTools;
  readonly gateway: GatewayOptions;
  readonly text: Pick<GatewayText, 'stream'>;
  /** Whether the caller still waits for an answer. */
  readonly isInviting: () => boolean;
  /** Refuses the INVITE of the caller. */
  readonly refuse: (status: number, headers?: readonly Header[]) => void;
  readonly answered: (answer: CalleeAnswer) => void;
};

/** Calls the callee for the caller, with an offer in which text has the form of the other side. */
export type CalleeInvite = {
  send(): Promise<void>;
  cancel(headers: readonly Header[]): void;
};

export function createCalleeInvite(options: Options): CalleeInvite {
  const { invite, ends, tools, gateway, text, isInviting, refuse, answered } = options;
  const { request } = invite;
  let cancelInvite: (headers: readonly Header[]) => void = nothing;
  let calleeKey: string | undefined;

  /** A port for text over RTP; without a free one the caller is refused. */
  async function openPort() {
    const port = await gateway.ports.open((datagram, from) => text.stream.receive(datagram, from));
    if (!isInviting()) {
      port?.close();
      return undefined;
    }
    if (port === undefined) {
      tools.log.warn({ event: 'text_gateway_ports_used_up', callId: ends.caller.callId });
      gateway.meter.refused('text_gateway');
      refuse(480, [{ name: 'Retry-After', value: String(AGENT_LIMITS.retryAfterSeconds) }]);
    }
    return port;
  }

  /** The callee has answered; later answers, of other devices or after the end, are hung up. */
  function connect(dialog: Dialog, success: SipResponse, negotiation: TextNegotiation): void {
    tools.sendAck(createAck(dialog));
    // A phone over UDP repeats its answer until it has ACK (RFC 3261 §13.2.2.4).
    if (keyOfDialog(dialog) === calleeKey) return;
    const leg = createLeg(dialog, tools);
    const answer = answerIn(success);
    if (!isInviting()) {
      leg.bye([]);
      return;
    }
    if (answer === undefined || isDialogTooLarge(success)) {
      leg.bye([]);
      refuse(502);
      return;
    }
    calleeKey = keyOfDialog(dialog);
    answered({ leg, dialog, negotiation, answer, success });
  }

  return {
    async send() {
      const target = targetOf(request);
      const offer = offerIn(request);
      if (target === undefined) {
        refuse(404);
        return;
      }
      if (typeof offer === 'number') {
        refuse(offer);
        return;
      }
      // The callee may take its time, and CANCEL waits for a first response (RFC 3261 §9.1).
      ends.caller.respond(invite, 100);
      const port = await openPort();
      if (port === undefined) return;
      text.stream.attach(port);
      ends.callerSide = writerOf(offer.sdp);
      const negotiation = createTextNegotiation(offer, { address: gateway.address, port: port.port });
      const content = withSdp(request, offer.sdp, negotiation.offer(ends.callerSide, offer));
      cancelInvite = sendInvite(createOutgoingInvite(request, target, content, tools), tools, {
        ringing: () => {
          if (isInviting()) ends.caller.respond(invite, 180);
        },
        accepted: (success, sent) => {
          const dialog = openDialogAsCaller(sent, success);
          if (dialog !== undefined) connect(dialog, success, negotiation);
          else if (isInviting()) refuse(502);
        },
        refused: (response) => {
          if (isInviting())
            refuse(passedStatus(response), response && fieldsOf(response, ['Reason', 'Retry-After']));
        },
      });
    },
    cancel: (headers) => cancelInvite(headers),
  };
}
