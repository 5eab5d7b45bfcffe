import type {
  ClientTransaction,
  Clock,
  Header,
  ServerTransaction,
  SipRequest,
  SipResponse,
  TransactionLayer,
} from '@samtal/sip';
import {
  createResponse,
  header,
  headers,
  parseCSeq,
  parseNameAddr,
  prependHeader,
  reasonPhrase,
  replaceFirst,
  tagOf,
} from '@samtal/sip';
import { SIP_LIMITS } from '../domain/limits.ts';
import type { MissedCallCause } from '../domain/missed-call.ts';
import { bestResponse } from './best-response.ts';
import { connectionLost, createBye } from './dialogs.ts';
import type { Flow } from './flow.ts';
import type { Binding } from './location.ts';
import { isPersonalRefusal, missedCallCause } from './missed-call.ts';

export type ForkOptions = {
  readonly targets: readonly Binding[];
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  readonly createTag: () => string;
  readonly createRecordRoute: (caller: string, callee: string) => string;
  /** A callee has picked up: the dialog lives now. */
  readonly established: (request: SipRequest, success: SipResponse, callee: Flow) => void;
  /** The call has ended with nobody having taken or refused it. */
  readonly missed: (cause: MissedCallCause) => void;
  /** The ringing is over: the caller has an answer, or is gone. */
  readonly settled: () => void;
  /** Who answers for a callee whom nobody reached, if anybody does. */
  readonly substitute?: ((cause: MissedCallCause) => Promise<Substitute | undefined>) | undefined;
};

/** Where a call goes on, and the fields that say there what has become of it. */
export type Substitute = { readonly binding: Binding; readonly headers: readonly Header[] };

type Branch = {
  readonly binding: Binding;
  readonly headers: readonly Header[];
  transaction: ClientTransaction | undefined;
  response: SipResponse | undefined;
  tag: string | undefined;
};

const reason = (cause: number, text: string): Header => ({
  name: 'Reason',
  value: `SIP;cause=${cause};text="${text}"`,
});
const nothing = (): void => undefined;

const answeredElsewhere = reason(200, 'Call completed elsewhere');
const nobodyAnswered = reason(408, reasonPhrase(408));

/** One hop less to go (RFC 3261 §16.6 step 3). */
export function withHopTaken(request: SipRequest): SipRequest {
  return replaceFirst(request, 'Max-Forwards', String(Number(header(request, 'Max-Forwards') ?? 70) - 1));
}

/**
 * Sends `request` to every place its address is bound to, at once, and gives the caller one answer (RFC 3261 §16).
 * The first to pick up wins; the others are told why they stop ringing. Nobody picking up for 30 s ends it.
 */
export function forkRequest(transaction: ServerTransaction, request: SipRequest, options: ForkOptions): void {
  const {
    targets,
    transactions,
    clock,
    createTag,
    createRecordRoute,
    established,
    missed,
    settled,
    substitute,
  } = options;
  const isInvite = request.method === 'INVITE';
  const branches: Branch[] = targets.map((binding) => ({
    binding,
    headers: [],
    transaction: undefined,
    response: undefined,
    tag: undefined,
  }));
  let winner: Branch | undefined;
  let isAnswered = false;
  /** What the caller hears unless somebody answers for the callee. */
  let verdict: SipResponse | undefined;
  let standIn: Branch | undefined;
  let stopRinging = nothing;

  function stop(): void {
    if (!isAnswered) settled();
    isAnswered = true;
    stopRinging();
  }
  function answer(response: SipResponse): void {
    stop();
    transaction.respond(response);
  }
  const refusal = (status: number): SipResponse => createResponse(request, status, { toTag: createTag() });

  /** Ends the ringing wherever it has not ended by itself. */
  function cancelAll(why: readonly Header[]): void {
    for (const branch of branches) if (branch.response === undefined) branch.transaction?.cancel(why);
  }

  /** Somebody picked up too late: politely put down again, so that no phone stays in a call with nobody. */
  function hangUpLate({ binding }: Branch, success: SipResponse): void {
    const target = parseNameAddr(header(success, 'Contact') ?? '')?.uri ?? binding.contactUri;
    const number = parseCSeq(header(request, 'CSeq') ?? '')?.number ?? 0;
    const caller = { identity: header(request, 'From') ?? '', cseq: number };
    const callee = { identity: header(success, 'To') ?? '', target };
    const bye = createBye({ callId: header(request, 'Call-ID') ?? '' }, caller, callee, [answeredElsewhere]);
    const ack: SipRequest = { ...replaceFirst(bye, 'CSeq', `${number} ACK`), method: 'ACK' };
    transactions.sendOutside(ack, binding.flow.id);
    transactions.send(bye, binding.flow.id, { response: nothing, timedOut: nothing, flowLost: nothing });
  }

  function succeed(branch: Branch, response: SipResponse): void {
    const tag = tagOf(header(response, 'To'));
    if (isAnswered && (branch !== winner || tag !== branch.tag)) {
      // Only an INVITE leaves something open; a second MESSAGE that arrived is merely good (RFC 3261 §16.7 step 5).
      if (isInvite) hangUpLate(branch, response);
      return;
    }
    if (winner === undefined && isInvite) established(request, response, branch.binding.flow);
    winner = branch;
    branch.tag = tag;
    branch.response = response;
    if (isAnswered) transaction.respond(response);
    else answer(response);
    cancelAll([answeredElsewhere]);
  }

  function settle(branch: Branch, response: SipResponse): void {
    branch.response = response;
    if (isAnswered) return;
    // The other devices of whoever declined for all have not missed anything (RFC 3326 §2, A-065).
    if (response.status >= 600) cancelAll([reason(response.status, reasonPhrase(response.status))]);
    if (verdict !== undefined) {
      if (branch === standIn) answer(verdict);
    } else if (branches.every((each) => each.response !== undefined)) answerBest([]);
  }

  function answerBest(more: readonly SipResponse[]): void {
    const responses = [...branches.flatMap((each) => each.response ?? []), ...more];
    const best = bestResponse(responses);
    if (best === undefined) return;
    const cause = isInvite ? missedCallCause(best.status) : undefined;
    if (cause === undefined || substitute === undefined) answer(withAllChallenges(best, responses));
    else {
      verdict = best;
      stopRinging();
      void passOn(best, substitute(cause));
    }
    if (cause !== undefined) missed(cause);
  }

  /** Somebody may answer for the callee, and has a time of ringing of their own; if nobody does, it is the end. */
  async function passOn(otherwise: SipResponse, search: Promise<Substitute | undefined>): Promise<void> {
    const found = await search.catch(nothing);
    if (isAnswered) return;
    if (found === undefined) {
      answer(otherwise);
      return;
    }
    standIn = { ...found, transaction: undefined, response: undefined, tag: undefined };
    branches.push(standIn);
    stopRinging = clock.setTimer(SIP_LIMITS.ringMs, () => {
      cancelAll([nobodyAnswered]);
      answer(otherwise);
    });
    send(standIn);
  }

  /** The caller is gone before anybody picked up. */
  function giveUp(why: readonly Header[]): void {
    cancelAll(why);
    const isRefused = branches.some(({ response }) => isPersonalRefusal(response?.status ?? 0));
    if (isInvite && !isRefused && verdict === undefined) missed('givenUp');
  }

  function send(branch: Branch): void {
    const { binding } = branch;
    const { flow } = binding;
    const routed = isInvite
      ? prependHeader(request, 'Record-Route', createRecordRoute(transaction.flow, flow.id))
      : request;
    const passed = { ...withHopTaken(routed), uri: binding.contactUri };
    const sent = { ...passed, headers: [...passed.headers, ...branch.headers] };
    branch.transaction = transactions.send(sent, flow.id, {
      response(response) {
        if (response.status >= 300) settle(branch, response);
        else if (response.status >= 200) succeed(branch, response);
        else if (response.status > 100 && !isAnswered) transaction.respond(response);
      },
      timedOut: () => settle(branch, refusal(408)),
      // Whose connection breaks while ringing is simply not reachable.
      flowLost: () => settle(branch, refusal(480)),
    });
  }

  transaction.onCancel = (cancel) => {
    const why = headers(cancel, 'Reason').map((value) => ({ name: 'Reason', value }));
    answer(refusal(487));
    giveUp(why);
  };
  transaction.onFlowLost = () => {
    stop();
    giveUp([connectionLost]);
  };
  if (isInvite) {
    transaction.respond(createResponse(request, 100));
    stopRinging = clock.setTimer(SIP_LIMITS.ringMs, () => {
      cancelAll([nobodyAnswered]);
      // Whoever still rings counts as not answering; a refusal from another device tells more (RFC 3261 §16.8).
      answerBest([refusal(408)]);
    });
  }
  if (branches.length === 0) answerBest([refusal(480)]);
  for (const branch of branches) send(branch);
}

/** A caller that must prove itself to several devices gets all their challenges at once (RFC 3261 §16.7 step 7). */
function withAllChallenges(best: SipResponse, responses: readonly SipResponse[]): SipResponse {
  if (best.status !== 401 && best.status !== 407) return best;
  const others = responses.filter(
    (response) => response !== best && (response.status === 401 || response.status === 407),
  );
  const challenges = others.flatMap((response) =>
    response.headers.filter(({ name }) => name === 'WWW-Authenticate' || name === 'Proxy-Authenticate'),
  );
  return { ...best, headers: [...best.headers, ...challenges] };
}
