import type { Clock, ServerTransaction, SipRequest, SipResponse, TransactionLayer } from '@samtal/sip';
import {
  addressOfRecord,
  checkAsProxy,
  createResponse,
  header,
  headers,
  parseNameAddr,
  parseUri,
  parseVia,
  withoutFirst,
  withoutHeader,
} from '@samtal/sip';
import { SIP_LIMITS } from '../domain/limits.ts';
import type { MissedCallCause } from '../domain/missed-call.ts';
import type { Authenticator } from './authenticator.ts';
import type { Dialogs } from './dialogs.ts';
import type { Flow } from './flow.ts';
import type { FlowTokens } from './flow-token.ts';
import { forkRequest, withHopTaken } from './fork.ts';
import type { Binding, Location } from './location.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxFor } from './mailbox.ts';
import { createMissedCall, type MissedCallListener, missedCallCause } from './missed-call.ts';
import { createPairLimit } from './pair-limit.ts';
import type { SipDirectory, SipUser } from './sip-directory.ts';

export type ProxyOptions = {
  readonly domain: string;
  /** What this element writes into its own Via. */
  readonly sentBy: string;
  readonly directory: SipDirectory;
  readonly authenticator: Authenticator;
  readonly location: Location;
  readonly dialogs: Dialogs;
  readonly tokens: FlowTokens;
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  readonly elapsedMs: () => number;
  readonly findFlow: (id: string) => Flow | undefined;
  readonly missed: MissedCallListener;
  readonly mailbox: Mailbox | undefined;
  readonly createTag: () => string;
};

export type Proxy = {
  /** A request outside any dialog. */
  route(transaction: ServerTransaction, flow: Flow): Promise<void>;
  /** A request inside a dialog. */
  routeInDialog(transaction: ServerTransaction, flow: Flow): void;
  /** The ACK of a 2xx, which has no transaction. */
  routeAck(ack: SipRequest, flow: Flow): void;
};

const nothing = (): void => undefined;

/** Who calls is what From has proved; a phone's further claims go nowhere (RFC 3325 §5). */
const IDENTITY_CLAIMS = ['P-Asserted-Identity', 'P-Preferred-Identity', 'Remote-Party-ID', 'Identity'];

function fromAddress(request: SipRequest): string {
  const uri = parseUri(parseNameAddr(header(request, 'From') ?? '')?.uri ?? '');
  return uri === undefined ? '' : addressOfRecord(uri);
}

/** Methods that may open something new; all else needs a dialog or is not offered. */
export const OUT_OF_DIALOG_METHODS = ['INVITE', 'MESSAGE', 'OPTIONS'];
export const ALLOWED_METHODS = 'INVITE, ACK, CANCEL, BYE, OPTIONS, MESSAGE, INFO, UPDATE, PRACK, REGISTER';

export function createProxy(options: ProxyOptions): Proxy {
  const { domain, sentBy, directory, authenticator, location, dialogs, tokens, transactions, createTag } =
    options;

  const refuse = (transaction: ServerTransaction, status: number): void =>
    transaction.respond(createResponse(transaction.request, status, { toTag: createTag() }));

  /** Who sends this: the flow's proven user, or whoever the credentials name. */
  async function senderOf(transaction: ServerTransaction, flow: Flow): Promise<SipUser | undefined> {
    if (flow.user !== undefined) return flow.user;
    const result = await authenticator.authenticate(transaction.request, 'proxy');
    if (result.ok) {
      flow.provenUsernames.add(result.user.username);
      return result.user;
    }
    transaction.respond(result.response);
    return undefined;
  }

  /** Whether a proxy must refuse this whatever it is about (RFC 3261 §16.3); the answer is given. */
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

  const isWithinPairRate = createPairLimit(options.elapsedMs);

  /** Calls of a flow that nobody has taken yet. */
  const ringing = new WeakMap<Flow, number>();
  const countRinging = (flow: Flow, change: number): void =>
    void ringing.set(flow, (ringing.get(flow) ?? 0) + change);
  const hasTooManyCalls = (flow: Flow): boolean =>
    (ringing.get(flow) ?? 0) + dialogs.countBegunBy(flow) >= SIP_LIMITS.callsPerFlow;

  /** Status for an address without a place to ring. */
  async function unreachableStatus(address: string, user: SipUser): Promise<number> {
    if (user.addresses.includes(address)) return 482;
    return (await directory.isKnownAddress(address)) ? 480 : 404;
  }

  /** The other end of the dialog whose token this request carries. */
  function otherEnd(request: SipRequest, flow: Flow): Flow | number {
    const token = tokens.read(request);
    if (token === 'none') return 481;
    if (token === 'forged' || (token.caller !== flow.id && token.callee !== flow.id)) return 403;
    return options.findFlow(token.caller === flow.id ? token.callee : token.caller) ?? 481;
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
      if (!user.addresses.includes(fromAddress(transaction.request))) {
        refuse(transaction, 403);
        return;
      }
      const isInvite = transaction.request.method === 'INVITE';
      if (isInvite && hasTooManyCalls(flow)) {
        refuse(transaction, 503);
        return;
      }
      const uri = parseUri(transaction.request.uri);
      const address = uri?.host === domain ? addressOfRecord(uri) : '';
      if (!isWithinPairRate(user.username, address)) {
        refuse(transaction, 503);
        return;
      }
      const at = options.clock.now();
      const missed = (cause: MissedCallCause): void =>
        options.missed(createMissedCall(transaction.request, at, cause));
      const fork = (targets: readonly Binding[]): void => {
        // A digest of the secret goes no further than it must, and a route given beforehand ends here. Who has passed
        // a call on is for this element to say (RFC 5806 §9).
        const request = ['Proxy-Authorization', 'Route', 'Diversion', ...IDENTITY_CLAIMS].reduce(
          withoutHeader,
          transaction.request,
        );
        if (isInvite) countRinging(flow, 1);
        forkRequest(transaction, request, {
          targets,
          transactions,
          clock: options.clock,
          createTag,
          createRecordRoute: tokens.create,
          established: (invite, success, callee) => dialogs.begin(invite, success, { caller: flow, callee }),
          missed,
          settled() {
            if (isInvite) countRinging(flow, -1);
          },
          substitute: options.mailbox && mailboxFor(options.mailbox, location, address),
        });
      };
      const targets = location.find(address).filter((binding) => binding.flow !== flow);
      if (targets.length === 0) {
        const status = await unreachableStatus(address, user);
        if (status === 480 && isInvite && options.mailbox !== undefined) {
          fork([]);
          return;
        }
        refuse(transaction, status);
        const cause = missedCallCause(status);
        if (isInvite && cause !== undefined) missed(cause);
        return;
      }
      fork(targets);
    },

    routeInDialog(transaction, flow) {
      const { request } = transaction;
      const other = otherEnd(request, flow);
      if (typeof other === 'number') {
        refuse(transaction, other);
        return;
      }
      if (isRefused(transaction)) return;
      dialogs.follow(request, flow);
      let stopWaiting = nothing;
      const forward = (response: SipResponse): void => {
        if (response.status >= 200) {
          stopWaiting();
          if (request.method === 'BYE') dialogs.end(request, flow);
        }
        if (response.status > 100) transaction.respond(response);
      };
      const client = transactions.send(withHopTaken(withoutFirst(request, 'Route')), other.id, {
        response: forward,
        timedOut: () => forward(createResponse(request, 408, { toTag: createTag() })),
        flowLost: () => forward(createResponse(request, 481, { toTag: createTag() })),
      });
      const takeBack = (): void => client.cancel([]);
      // A re-INVITE can be taken back like any other (RFC 3261 §9.2), and nobody is waited for without end (§16.8).
      transaction.onCancel = takeBack;
      transaction.onFlowLost = () => {
        stopWaiting();
        takeBack();
      };
      if (request.method === 'INVITE') stopWaiting = options.clock.setTimer(SIP_LIMITS.ringMs, takeBack);
    },

    routeAck(ack, flow) {
      const other = otherEnd(ack, flow);
      if (typeof other !== 'number' && checkAsProxy(ack) === undefined)
        transactions.sendOutside(withHopTaken(withoutFirst(ack, 'Route')), other.id);
    },
  };
}
