import type {
  Clock,
  Header,
  ServerTransaction,
  SipRequest,
  SipResponse,
  TransactionLayer,
} from '@samtal/sip';
import {
  addressOf,
  addressOfRecord,
  checkAsProxy,
  createResponse,
  header,
  headers,
  isSuccess,
  parseUri,
  parseVia,
} from '@samtal/sip';
import type { MediaKind } from '../../domain/calls/call-outcome.ts';
import type { CallWatch, WatchCalls } from '../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { Meter, TextOutcome } from '../../domain/meter.ts';
import { nothing } from '../../domain/nothing.ts';
import type { DoNotDisturb } from '../../domain/people/do-not-disturb.ts';
import type { IncomingCall } from '../../domain/people/incoming-call.ts';
import type { PushCall } from '../../domain/people/pushed-call.ts';
import type { Flow } from '../flow.ts';
import { createIncomingCall, type MissedCallListener, missedCallCause } from '../missed-call.ts';
import type { Authenticator } from '../registrar/authenticator.ts';
import type { Binding, Location } from '../registrar/location.ts';
import { createRequestRates } from '../request-rates.ts';
import type { SipDirectory, SipUser } from '../sip-directory.ts';
import type { CallSlots } from './call-slots.ts';
import type { Absences } from './dialogs/absences.ts';
import type { DialogMatch, Dialogs } from './dialogs/dialogs.ts';
import { isSameAddress } from './dialogs/dialogs.ts';
import { acknowledge } from './dialogs/hang-up.ts';
import { type ForkOptions, forkRequest, type LateDevices } from './forking/fork.ts';
import { createAnswer, isChallenge, withoutWithheld } from './forwarding.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxFor } from './mailbox.ts';
import { mediaKindsIn } from './media-kinds.ts';
import { createRecordRoute } from './record-route.ts';
import type { TextGateway } from './text-gateway.ts';
import { referTargetOf } from './transfer/refer-target.ts';
import { createReferredDialogs, type PermittedRefer } from './transfer/referred-dialogs.ts';
import { findNamedCall, retryLater } from './transfer/replaced-call.ts';
import { transferRefusal } from './transfer/transfer-rules.ts';

export type ProxyOptions = {
  readonly domain: string;
  /** The sent-by part of this server's own Via. */
  readonly sentBy: string;
  readonly directory: SipDirectory;
  readonly authenticator: Authenticator;
  readonly location: Location;
  readonly dialogs: Dialogs;
  readonly absences: Absences;
  readonly slots: CallSlots;
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  readonly elapsedMs: () => number;
  readonly missed: MissedCallListener;
  /** Follows each call to its end. */
  readonly calls: Pick<WatchCalls, 'begin'>;
  readonly meter: Pick<Meter, 'refused' | 'textPassed'>;
  readonly mailbox: Mailbox | undefined;
  /** Reaches devices of a callee that are not registered; absent = only registered devices are called. */
  readonly pushCall: PushCall | undefined;
  /** Connects users with phones that have text over RTP; absent = all are called directly. */
  readonly textGateway: TextGateway | undefined;
  /** Says which calls do not ring; absent = all calls ring. */
  readonly doNotDisturb: DoNotDisturb | undefined;
  readonly createTag: () => string;
};

export type Proxy = {
  /** Handles a request outside any dialog. */
  route(transaction: ServerTransaction, flow: Flow): Promise<void>;
  /** Handles a request inside a dialog. */
  routeInDialog(transaction: ServerTransaction, flow: Flow): void;
  /** Forwards the ACK of a 2xx, which has no transaction. */
  routeAck(ack: SipRequest, flow: Flow): void;
};

/**
 * Header fields that name an existing call, which the INVITE would replace or join (RFC 3891, RFC 3911). Target-Dialog,
 * which proves to know one (RFC 4538 §4), is refused: it would help to get around these rules.
 */
const DIALOG_REFERENCES = ['Replaces', 'Join'] as const;

/** Methods allowed outside a dialog; all others need a dialog or are not supported. */
export const OUT_OF_DIALOG_METHODS = ['INVITE', 'MESSAGE', 'OPTIONS'];
export const ALLOWED_METHODS =
  'INVITE, ACK, CANCEL, BYE, OPTIONS, MESSAGE, INFO, UPDATE, PRACK, REFER, NOTIFY, REGISTER';

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

export function createProxy(options: ProxyOptions): Proxy {
  const { domain, sentBy, directory, authenticator, location, dialogs, slots, transactions, createTag } =
    options;
  const { calls, meter, elapsedMs, textGateway } = options;
  const referred = createReferredDialogs(dialogs, elapsedMs);
  const recordRouteFor = (token: string, { connection }: Flow): string =>
    createRecordRoute(token, connection.serverAddress);

  const refuse = (transaction: ServerTransaction, status: number, more: readonly Header[] = []): void =>
    transaction.respond(createResponse(transaction.request, status, { toTag: createTag(), headers: more }));

  /** The sender: the registered user of the flow, else the user that the credentials authenticate, if any. */
  async function senderOf(transaction: ServerTransaction, flow: Flow): Promise<SipUser | undefined> {
    if (flow.user !== undefined && !flow.isLeaving) return flow.user;
    const result = await authenticator.authenticate(transaction.request, 'proxy', flow);
    if (result.ok) return result.user;
    transaction.respond(result.response);
    return undefined;
  }

  /** Applies the checks of RFC 3261 §16.3 to a request; when one fails, responds and returns true. */
  function isRefused(transaction: ServerTransaction): boolean {
    const { request } = transaction;
    const refusal = checkAsProxy(request);
    if (refusal === undefined) return false;
    transaction.respond(
      createResponse(request, refusal.status, { toTag: createTag(), headers: refusal.headers ?? [] }),
    );
    return true;
  }

  const isLooping = (request: SipRequest): boolean =>
    headers(request, 'Via').some((value) => parseVia(value)?.sentBy.toLowerCase() === sentBy.toLowerCase());

  const isWithinRate = createRequestRates(elapsedMs);

  /** Status for an address that has no binding to ring. */
  async function unreachableStatus(address: string, user: SipUser): Promise<number> {
    if (user.addresses.includes(address)) return 482;
    return (await directory.isKnownAddress(address)) ? 480 : 404;
  }

  /** How a call reaches devices that are not registered yet; undefined where none is pushed. */
  function lateDevicesOf(
    call: IncomingCall,
    { request }: ServerTransaction,
    bindings: () => readonly Binding[],
  ): LateDevices | undefined {
    const { pushCall } = options;
    return (
      pushCall && {
        push: (events) =>
          pushCall({ ...call, offer: request.body, until: call.at + SIP_LIMITS.ringMs }, events),
        bindings,
        watch: (listener) => location.watch(call.callee, listener),
      }
    );
  }

  const watchOf = (
    { callId, caller, callee }: IncomingCall,
    { body }: SipRequest,
    { isAnonymous }: SipUser,
  ): CallWatch =>
    calls.begin({ callId, caller: caller.address, callee, isAnonymous, offered: mediaKindsIn(body) });

  /** The status with which a request inside a dialog is refused; undefined = it may pass. */
  function refusalInside(match: DialogMatch, request: SipRequest): number | undefined {
    const { dialog, sender, receiver } = match;
    const { method } = request;
    // From and To must name the addresses that were authenticated and called when the dialog began.
    const isNamed = (name: string, identity: string): boolean =>
      isSameAddress(header(request, name) ?? '', identity);
    if (!isNamed('From', sender.identity) || !isNamed('To', receiver.identity)) return 403;
    // A re-INVITE before the dialog is confirmed gets 491 (RFC 3261 §14.1).
    if (method === 'INVITE' && !dialog.isConfirmed) return 491;
    if (method === 'BYE') return undefined;
    return sender.isWithinRate() ? transferRefusal(match, request) : 503;
  }

  /** The request to forward. What lets the receiver replace or join a dialog of the sender is noted (decision D101). */
  const permitTransfer = (match: DialogMatch, request: SipRequest): PermittedRefer | undefined =>
    request.method === 'REFER' && referTargetOf(request)?.reference !== undefined
      ? referred.permit(match, request)
      : { request, withdraw: nothing };

  /** Ends the call for its sender; an absent end gets the BYE when it is back (decision D80). */
  function sayGoodbyeLater(bye: SipRequest, { dialog, receiver }: DialogMatch): SipResponse {
    options.absences.keepBye(receiver.flow, withoutWithheld(bye));
    dialogs.end(dialog);
    return createResponse(bye, 200);
  }

  const isTextGateway = ({ isServerAgent, addresses }: SipUser): boolean =>
    textGateway !== undefined && isServerAgent && addresses.includes(textGateway.address);

  /**
   * Calls one device for the gateway, in the name of the caller whose call it connects. That call is followed, recorded
   * and, without an answer, missed; this part of it is not.
   */
  function callForTextGateway(transaction: ServerTransaction, flow: Flow): void {
    const { request } = transaction;
    const device = request.method === 'INVITE' ? textGateway?.take(request.uri) : undefined;
    if (device === undefined) {
      refuse(transaction, 404);
      return;
    }
    const passed = withoutWithheld(request);
    forkRequest(
      transaction,
      { ...passed, headers: [...passed.headers, ...device.headers] },
      {
        targets: [device.binding],
        transactions,
        clock: options.clock,
        createTag,
        caller: flow,
        dialogs,
        createRecordRoute: recordRouteFor,
        ended: nothing,
        missed: nothing,
      },
    );
  }

  return {
    async route(transaction, flow) {
      if (isRefused(transaction)) return;
      if (isLooping(transaction.request)) {
        refuse(transaction, 482);
        return;
      }
      const user = await senderOf(transaction, flow);
      if (user === undefined || flow.isLost) return;
      if (isTextGateway(user)) {
        callForTextGateway(transaction, flow);
        return;
      }
      if (!user.addresses.includes(addressOf(header(transaction.request, 'From')))) {
        refuse(transaction, 403);
        return;
      }
      const isInvite = transaction.request.method === 'INVITE';
      const has = (name: string): boolean => header(transaction.request, name) !== undefined;
      const [field, another] = isInvite ? DIALOG_REFERENCES.filter(has) : [];
      if (isInvite && (has('Target-Dialog') || another !== undefined)) {
        refuse(transaction, 403);
        return;
      }
      const replaced = field && findNamedCall(transaction.request, field, flow, { ...options, referred });
      if (replaced !== undefined && 'status' in replaced) {
        refuse(transaction, replaced.status, replaced.headers);
        return;
      }
      const uri = parseUri(transaction.request.uri);
      const address = uri?.host === domain ? addressOfRecord(uri) : '';
      if (!isWithinRate(user, flow, address)) {
        meter.refused('requests_to_one');
        refuse(transaction, 503);
        return;
      }
      const release = isInvite ? slots.take(user, flow) : nothing;
      if (release === undefined) {
        meter.refused('calls');
        refuse(transaction, 503);
        return;
      }
      const call = createIncomingCall(transaction.request, options.clock.now());
      const watch = isInvite
        ? (replaced?.watch?.takeOver() ?? watchOf(call, transaction.request, user))
        : undefined;
      const bindings = (): readonly Binding[] =>
        location.find(address).filter((binding) => binding.flow !== flow);
      const late = user.addresses.includes(address) ? undefined : lateDevicesOf(call, transaction, bindings);
      const fork = (
        targets: readonly Binding[],
        unanswered: Pick<ForkOptions, 'missed' | 'late' | 'findMailbox'>,
      ): void =>
        forkRequest(transaction, withoutWithheld(transaction.request), {
          targets,
          transactions,
          clock: options.clock,
          createTag,
          caller: flow,
          dialogs,
          createRecordRoute: recordRouteFor,
          ended: release,
          watch,
          detour: (device) => textGateway?.detour(transaction.request.body, device),
          ...unanswered,
        });
      if (replaced !== undefined) {
        fork([replaced.target], { missed: nothing, findMailbox: undefined });
        return;
      }
      const findMailbox = options.mailbox && mailboxFor(options.mailbox, location, address);
      if (isInvite && options.doNotDisturb !== undefined && !user.addresses.includes(address)) {
        options.doNotDisturb.called(call.caller.address, address);
        const isTurnedAway = await options.doNotDisturb.turnsAway(address, call.caller.address);
        if (flow.isLost) {
          release();
          return;
        }
        if (isTurnedAway) {
          // No device rings, so the caller gets 480 (RFC 3261 §21.4.18), or the mailbox.
          fork([], { missed: (cause) => options.missed({ ...call, cause, hasRung: false }), findMailbox });
          return;
        }
      }
      if (bindings().length === 0) {
        const status = await unreachableStatus(address, user);
        if (flow.isLost) {
          watch?.refused(487);
          release();
          return;
        }
        const mayBeAnswered = isInvite && (options.mailbox !== undefined || late !== undefined);
        if (status !== 480 || !mayBeAnswered) {
          refuse(transaction, status);
          watch?.refused(status);
          release();
          const cause = missedCallCause(status);
          if (isInvite && cause !== undefined) options.missed({ ...call, cause, hasRung: false });
          return;
        }
      }
      // A phone may have registered during the lookup.
      fork(bindings(), {
        missed: (cause, hasRung) => options.missed({ ...call, cause, hasRung }),
        late,
        findMailbox,
      });
    },

    routeInDialog(transaction, flow) {
      const { request } = transaction;
      const match = dialogs.find(request, flow);
      const refusal = match === undefined ? 481 : refusalInside(match, request);
      if (match === undefined || refusal !== undefined) {
        if (refusal === 503) meter.refused('requests_in_call');
        refuse(transaction, refusal ?? 481);
        return;
      }
      if (isRefused(transaction)) return;
      const allowed = permitTransfer(match, request);
      if (allowed === undefined) {
        refuse(transaction, 403);
        return;
      }
      dialogs.follow(match, request);
      if (match.receiver.flow.isLost) {
        const isBye = request.method === 'BYE';
        if (isBye) transaction.respond(sayGoodbyeLater(request, match));
        else refuse(transaction, 480, [retryLater]);
        allowed.withdraw();
        return;
      }
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
          const isKept = options.absences.isAway(match.receiver.flow);
          if (!isKept) fail(481);
          // An offer can be repeated. Text might be read twice, so its sender is told that it is in doubt.
          else if (request.method === 'INVITE') fail(480, [retryLater]);
          else if (request.method === 'BYE') forward(sayGoodbyeLater(request, match));
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
      if (request.method === 'INVITE') stopWaiting = options.clock.setTimer(SIP_LIMITS.ringMs, cancel);
    },

    routeAck(ack, flow) {
      const match = dialogs.find(ack, flow);
      if (match === undefined || !match.dialog.isConfirmed || checkAsProxy(ack) !== undefined) return;
      if (isSameAddress(header(ack, 'From') ?? '', match.sender.identity))
        transactions.sendOutside(withoutWithheld(ack), match.receiver.flow.id);
    },
  };
}
