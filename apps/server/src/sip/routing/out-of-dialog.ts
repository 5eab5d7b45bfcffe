import type { ServerTransaction, SipRequest } from '@samtal/sip';
import { addressOf, addressOfRecord, header, headers, parseUri, parseVia } from '@samtal/sip';
import { nothing } from '../../domain/nothing.ts';
import type { Flow } from '../flow.ts';
import { isRefusedAsProxy, type Refuse } from '../refuse.ts';
import { createRequestRates } from '../request-rates.ts';
import type { SipUser } from '../sip-directory.ts';
import { createCalleeRouting } from './call-callee.ts';
import { isKeepable } from './dialogs/dialog.ts';
import type { ForkParts } from './forking/fork-options.ts';
import type { ProxyOptions } from './proxy-options.ts';
import { callForTextGateway } from './text-gateway-call.ts';
import type { ReferredDialogs } from './transfer/referred-dialogs.ts';
import { findNamedCall } from './transfer/replaced-call.ts';

type Options = ProxyOptions & {
  readonly referred: Pick<ReferredDialogs, 'take'>;
  readonly forkParts: ForkParts;
  readonly refuse: Refuse;
};

/** Whether the request has been here already (RFC 3261 §16.3 step 4). */
const isLooping = (request: SipRequest, sentBy: string): boolean =>
  headers(request, 'Via').some((value) => parseVia(value)?.sentBy.toLowerCase() === sentBy.toLowerCase());

/** Handles a request outside any dialog: its sender is authenticated, and may call what the request names. */
export function createOutOfDialogRouting(
  options: Options,
): (transaction: ServerTransaction, flow: Flow) => Promise<void> {
  const { domain, sentBy, authenticator, slots, textGateway, meter, refuse } = options;
  const isWithinRate = createRequestRates(options.elapsedMs);
  const callCallee = createCalleeRouting(options);

  /** The sender: the registered user of the flow, else the user that the credentials authenticate, if any. */
  async function senderOf(transaction: ServerTransaction, flow: Flow): Promise<SipUser | undefined> {
    if (flow.user !== undefined && !flow.isLeaving) return flow.user;
    const result = await authenticator.authenticate(transaction.request, 'proxy', flow);
    if (result.ok) return result.user;
    transaction.respond(result.response);
    return undefined;
  }

  const isTextGateway = ({ isServerAgent, addresses }: SipUser): boolean =>
    textGateway !== undefined && isServerAgent && addresses.includes(textGateway.address);

  /** Counts the request; undefined = it is refused, because a limit is reached. */
  function takeRoom(
    transaction: ServerTransaction,
    flow: Flow,
    user: SipUser,
    address: string,
  ): (() => void) | undefined {
    if (!isWithinRate(user, flow, address)) {
      meter.refused('requests_to_one');
      refuse(transaction, 503);
      return undefined;
    }
    const release = transaction.request.method === 'INVITE' ? slots.take(user, flow) : nothing;
    if (release !== undefined) return release;
    meter.refused('calls');
    refuse(transaction, 503);
    return undefined;
  }

  return async (transaction, flow) => {
    const { request } = transaction;
    if (isRefusedAsProxy(transaction, refuse)) return;
    if (isLooping(request, sentBy)) {
      refuse(transaction, 482);
      return;
    }
    if (request.method === 'INVITE' && !isKeepable(request)) {
      refuse(transaction, 400);
      return;
    }
    const user = await senderOf(transaction, flow);
    if (user === undefined || flow.isLost) return;
    if (isTextGateway(user)) {
      callForTextGateway(transaction, flow, options);
      return;
    }
    if (!user.addresses.includes(addressOf(header(request, 'From')))) {
      refuse(transaction, 403);
      return;
    }
    const uri = parseUri(request.uri);
    const address = uri?.host === domain ? addressOfRecord(uri) : '';
    // A transfer names the address of To to the user who is asked: it must be the one that is called.
    if (request.method === 'INVITE' && address !== '' && addressOf(header(request, 'To')) !== address) {
      refuse(transaction, 403);
      return;
    }
    const named = request.method === 'INVITE' ? findNamedCall(request, flow, options) : undefined;
    if (named !== undefined && 'status' in named) {
      refuse(transaction, named.status, named.headers);
      return;
    }
    const release = takeRoom(transaction, flow, user, address);
    if (release !== undefined) await callCallee({ transaction, flow, user, address, named, release });
  };
}
