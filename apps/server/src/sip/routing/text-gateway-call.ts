import type { ServerTransaction } from '@samtal/sip';
import { nothing } from '../../domain/nothing.ts';
import type { Flow } from '../flow.ts';
import type { Refuse } from '../refuse.ts';
import { forkRequest } from './forking/fork.ts';
import type { ForkParts } from './forking/fork-options.ts';
import { withoutWithheld } from './forwarding.ts';
import type { TextGateway } from './text-gateway.ts';

type Parts = {
  readonly textGateway: Pick<TextGateway, 'take'> | undefined;
  readonly forkParts: ForkParts;
  readonly refuse: Refuse;
};

/**
 * Calls one device for the gateway, in the name of the caller whose call it connects. That call is followed, recorded
 * and, without an answer, missed; this part of it is not.
 */
export function callForTextGateway(
  transaction: ServerTransaction,
  flow: Flow,
  { textGateway, forkParts, refuse }: Parts,
): void {
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
    { ...forkParts, targets: [device.binding], caller: flow, ended: nothing, missed: nothing },
  );
}
