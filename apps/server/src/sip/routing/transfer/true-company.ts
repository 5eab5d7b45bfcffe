import type { SipRequest } from '@samtal/sip';
import { headers } from '@samtal/sip';
import type { Flow } from '../../flow.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';

/** Names the other user of the call of three that the INVITE leads to (decision D102). */
const COMPANY = 'P-Samtal-With';

/**
 * The INVITE, without the name of a user who is in no call with its sender now. The callee reads that name as it stands
 * in the own contacts, so it must be true.
 */
export function withTrueCompany(
  request: SipRequest,
  sender: Flow,
  dialogs: Pick<Dialogs, 'talksWith'>,
): SipRequest {
  const named = headers(request, COMPANY);
  const [company, another] = named;
  const isTrue = another === undefined && company !== undefined && dialogs.talksWith(sender, company);
  if (isTrue || named.length === 0) return request;
  return {
    ...request,
    headers: request.headers.filter(({ name }) => name.toLowerCase() !== COMPANY.toLowerCase()),
  };
}
