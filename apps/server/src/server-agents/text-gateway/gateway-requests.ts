import type { Clock, ServerTransaction } from '@samtal/sip';
import { header } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { refusalOf } from '../abilities.ts';
import { createRateMeter } from '../admission/rate-meter.ts';
import { isDialogTooLarge } from '../call/dialog.ts';
import { type End, type Ends, otherEnd, sideOf } from './ends.ts';
import type { GatewayPhase } from './gateway-phase.ts';
import type { GatewayText } from './gateway-text.ts';
import type { Leg } from './leg.ts';
import type { Reinvites } from './reinvites.ts';
import type { TextNegotiation } from './text-negotiation.ts';

type Options = {
  readonly ends: Ends;
  readonly phase: GatewayPhase;
  readonly text: Pick<GatewayText, 'receiveMessage'>;
  readonly reinvites: Pick<Reinvites, 'receive'>;
  readonly clock: Clock;
  /** Undefined until the callee has answered. */
  readonly negotiation: () => TextNegotiation | undefined;
  /** Handles BYE. */
  readonly hangUp: (from: End, leg: Leg, transaction: ServerTransaction) => void;
};

/** Handles a request of an end inside its dialog. */
export type GatewayRequests = { receive(from: End, transaction: ServerTransaction): void };

export function createGatewayRequests(options: Options): GatewayRequests {
  const { ends, phase, text, reinvites, clock, negotiation, hangUp } = options;
  const infos = createRateMeter(AGENT_LIMITS.textsPerSecond);

  function passInfo(from: End, leg: Leg, transaction: ServerTransaction): void {
    const { request } = transaction;
    const other = ends[otherEnd(from)];
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
    if (sideOf(ends, from) === 'phone') leg.respond(transaction, 405);
    else if (negotiation()?.agreed() === undefined) leg.respond(transaction, 480);
    else text.receiveMessage(transaction, leg);
  }

  function accept(from: End, leg: Leg, transaction: ServerTransaction): void {
    const { method } = transaction.request;
    if (method === 'INVITE')
      reinvites.receive(from, leg, transaction, phase.is('established') ? negotiation() : undefined);
    else if (method === 'MESSAGE') takeText(from, leg, transaction);
    else if (method === 'INFO') passInfo(from, leg, transaction);
    else leg.respond(transaction, 200);
  }

  return {
    receive(from, transaction) {
      const leg = ends[from];
      const { request } = transaction;
      if (leg === undefined || phase.is('ended')) return;
      if (request.method === 'INVITE' && isDialogTooLarge(request)) leg.respond(transaction, 513);
      // The request is older than the peer's last one (RFC 3261 §12.2.2).
      else if (!leg.follow(request)) leg.respond(transaction, 500);
      else if (request.method === 'BYE') hangUp(from, leg, transaction);
      else if (phase.is('leaving')) leg.respond(transaction, 480);
      else {
        const refusal = refusalOf(request);
        if (refusal === undefined) accept(from, leg, transaction);
        else transaction.respond(refusal);
      }
    },
  };
}
