import { type Brand, claimedName, featuresFor, type HistoryRecord, historyIdOf } from '@samtal/api-contract';
import type { ChangeBus } from '../domain/change-bus.ts';
import { HISTORY_PER_ACCOUNT } from '../domain/history.ts';
import type { MissedCall } from '../domain/missed-call.ts';
import type { Repositories } from './repositories.ts';

const CONTACT_NAME_MAX_LENGTH = 255;

/** As the callee's phone would have written it, had there been one. */
const recordOf = ({ callId, caller, at }: MissedCall): HistoryRecord => ({
  id: historyIdOf('incoming', callId),
  type: 'incoming',
  answered: false,
  outcome: 'canceledRemote',
  sipAddress: caller.address,
  contactName: (claimedName(caller.name) ?? '').slice(0, CONTACT_NAME_MAX_LENGTH),
  receivedText: '',
  sentText: '',
  transcript: [],
  timestamp: at,
  duration: 0,
});

/**
 * Writes into somebody's history who called while none of their phones could be reached, so that it holds every call
 * (decision D14). A phone that rang writes by itself.
 */
export function createMissedCallStore(
  { accounts, organisations, history }: Pick<Repositories, 'accounts' | 'organisations' | 'history'>,
  changes: ChangeBus,
  brand: Brand,
) {
  return async (call: MissedCall): Promise<void> => {
    if (call.cause !== 'notReachable') return;
    const account = await accounts.findByAddress(call.callee);
    if (account?.kind !== 'person') return;
    const { id, organisationId } = account;
    if (!featuresFor(brand, organisationId, await organisations.list(organisationId)).history) return;
    if (await history.add(id, recordOf(call), HISTORY_PER_ACCOUNT)) changes.publish(id, 'history');
  };
}
