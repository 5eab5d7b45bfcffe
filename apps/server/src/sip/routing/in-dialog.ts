import type { Header, ServerTransaction, SipRequest, SipResponse } from '@samtal/sip';
import { createResponse, header, isSuccess } from '@samtal/sip';
import type { MediaKind } from '../../domain/calls/call-outcome.ts';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { TextOutcome } from '../../domain/meter.ts';
import { nothing } from '../../domain/nothing.ts';
import type { Flow } from '../flow.ts';
import { isRefusedAsProxy, type Refuse } from '../refuse.ts';
import { isSameAddress } from './dialogs/dialog.ts';
import type { DialogMatch } from './dialogs/dialog-match.ts';
import { acknowledge } from './dialogs/hang-up.ts';
import { createAnswer, isChallenge, withoutWithheld } from './forwarding.ts';
import { mediaKindsIn } from './media-kinds.ts';
import type { ProxyOptions } from './proxy-options.ts';
import { referTargetOf } from './transfer/refer-target.ts';
import type { PermittedRefer, ReferredDialogs } from './transfer/referred-dialogs.ts';
import { retryLater } from './transfer/replaced-call.ts';
import { transferRefusal } from './transfer/transfer-rules.ts';

type Options = Pick<
  ProxyOptions,
  'dialogs' | 'absences' | 'transactions' | 'clock' | 'elapsedMs' | 'meter' | 'createTag'
> & {
  readonly referred: Pick<ReferredDialogs, 'permit'>;
  readonly refuse: Refuse;
};

/** The media that an accepted request inside a call shows to be in use. */
function mediaAgreedBy({ method }: SipRequest, { body }: SipResponse): readonly MediaKind[] {
  if (method === 'MESSAGE') return ['text'];
  return method === 'INVITE' || method === 'UPDATE' ? mediaKindsIn(body) : [];
}

/** What the final response to a MESSAGE inside a call says of its text. */
function textOutcomeOf(status: number): TextOutcome {
  if (status < 300) return 'delivered';
  return status === 408 ? 'timedOut' : 'refused';
}

/** Whether From or To names this address, which was authenticated or called when the dialog began. */
export const isNamedIn = (request: SipRequest, field: 'From' | 'To', identity: string): boolean =>
  isSameAddress(header(request, field) ?? '', identity);

/** The status with which a request inside a dialog is refused; undefined = it may pass. */
function refusalInside(match: DialogMatch, request: SipRequest): number | undefined {
  const { dialog, sender, receiver } = match;
  const { method } = request;
  if (!isNamedIn(request, 'From', sender.identity) || !isNamedIn(request, 'To', receiver.identity))
    return 403;
  // A re-INVITE before the dialog is confirmed gets 491 (RFC 3261 §14.1).
  if (method === 'INVITE' && !dialog.isConfirmed) return 491;
  if (method === 'BYE') return undefined;
  return sender.isWithinRate() ? transferRefusal(match, request) : 503;
}

/** Handles a request inside a dialog: it goes from one end to the other, or waits for an end that is away. */
export function createInDialogRouting(
  options: Options,
): (transaction: ServerTransaction, flow: Flow) => void {
  const { dialogs, absences, transactions, clock, elapsedMs, meter, createTag, referred, refuse } = options;

  /** The request to forward. What lets the receiver replace or join a dialog of the sender is noted (decision D101). */
  const permitTransfer = (match: DialogMatch, request: SipRequest): PermittedRefer | undefined =>
    request.method === 'REFER' && referTargetOf(request)?.reference !== undefined
      ? referred.permit(match, request)
      : { request, withdraw: nothing };

  /** Ends the call for its sender; an absent end gets the BYE when it is back (decision D80). */
  function keepBye(bye: SipRequest, { dialog, receiver }: DialogMatch): SipResponse {
    absences.keepBye(receiver.flow, withoutWithheld(bye));
    dialogs.end(dialog);
    return createResponse(bye, 200);
  }

  /** Sends a request to the other end, and its response back. */
  function forwardInside(
    transaction: ServerTransaction,
    flow: Flow,
    match: DialogMatch,
    allowed: PermittedRefer,
  ): void {
    const { request } = transaction;
    let stopWaiting = nothing;
    const beganAt = elapsedMs();
    const { watch } = match.dialog.branch;
    const forward = (response: SipResponse): void => {
      if (response.status >= 200) {
        stopWaiting();
        if (!isSuccess(response)) allowed.withdraw();
        if (request.method === 'BYE') dialogs.end(match.dialog);
        if (request.method === 'MESSAGE')
          meter.textPassed(textOutcomeOf(response.status), elapsedMs() - beganAt);
        if (isSuccess(response)) watch?.agreed(mediaAgreedBy(request, response));
      }
      if (response.status > 100) transaction.respond(createAnswer(request, response, { createTag }));
      if (flow.isLost && request.method === 'INVITE' && isSuccess(response))
        acknowledge(transactions, passed, { flowId: match.receiver.flow.id, success: response });
    };
    const fail = (status: number, more: readonly Header[] = []): void =>
      forward(createResponse(request, status, { toTag: createTag(), headers: more }));
    const passed = withoutWithheld(allowed.request);
    const client = transactions.send(passed, match.receiver.flow.id, {
      cause: transaction,
      response: (response) => (isChallenge(response) ? fail(403) : forward(response)),
      timedOut: () => fail(408),
      flowLost() {
        const isKept = absences.isAway(match.receiver.flow);
        if (!isKept) fail(481);
        // An offer can be repeated. Text might be read twice, so its sender is told that it is in doubt.
        else if (request.method === 'INVITE') fail(480, [retryLater]);
        else if (request.method === 'BYE') forward(keepBye(request, match));
        else fail(503);
      },
    });
    const cancel = (): void => client.cancel([]);
    // A re-INVITE can be cancelled like any INVITE (RFC 3261 §9.2), and has a time limit too (§16.8).
    transaction.onCancel = cancel;
    transaction.onFlowLost = () => {
      stopWaiting();
      cancel();
    };
    if (request.method === 'INVITE') stopWaiting = clock.setTimer(SIP_LIMITS.ringMs, cancel);
  }

  return (transaction, flow) => {
    const { request } = transaction;
    const match = dialogs.find(request, flow);
    const refusal = match === undefined ? 481 : refusalInside(match, request);
    if (match === undefined || refusal !== undefined) {
      if (refusal === 503) meter.refused('requests_in_call');
      refuse(transaction, refusal ?? 481);
      return;
    }
    if (isRefusedAsProxy(transaction, refuse)) return;
    const allowed = permitTransfer(match, request);
    if (allowed === undefined) {
      refuse(transaction, 403);
      return;
    }
    dialogs.follow(match, request);
    if (match.receiver.flow.isLost) {
      if (request.method === 'BYE') transaction.respond(keepBye(request, match));
      else refuse(transaction, 480, [retryLater]);
      allowed.withdraw();
      return;
    }
    forwardInside(transaction, flow, match, allowed);
  };
}
