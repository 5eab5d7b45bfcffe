import { type Brand, claimedName, featuresFor, type HistoryRecord, historyIdOf } from '@samtal/api-contract';
import { ANONYMOUS_PREFIX } from '../domain/accounts/anonymous-caller.ts';
import type { ChangeBus } from '../domain/change-bus.ts';
import type { EventLog } from '../domain/event-log.ts';
import { HISTORY_LIMITS } from '../domain/limits/limits.ts';
import type { IncomingCall, MissedCall } from '../domain/people/incoming-call.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

const CONTACT_NAME_MAX_LENGTH = 255;

/** How a call ended that no page of the callee recorded, in the names of the history. */
type Outcome = 'canceledRemote' | 'rejectedLocal';

/** The history record that the callee's client would have written. */
const recordOf = ({ callId, caller, at }: IncomingCall, outcome: Outcome): HistoryRecord => ({
  id: historyIdOf('incoming', callId),
  type: 'incoming',
  answered: false,
  outcome,
  sipAddress: caller.address,
  contactName: (claimedName(caller.name) ?? '').slice(0, CONTACT_NAME_MAX_LENGTH),
  receivedText: '',
  sentText: '',
  transcript: [],
  timestamp: at,
  duration: 0,
});

const DAY_MS = 24 * 60 * 60 * 1000;

type Options = {
  readonly repositories: Pick<Repositories, 'accounts' | 'organisations' | 'history'>;
  readonly changes: ChangeBus;
  readonly brand: Brand;
  /** Most bytes in the history of one account. */
  readonly historyBytes: number;
  readonly log: Pick<EventLog, 'warn'>;
};

export type UnansweredCallStore = {
  /** Adds a missed call, unless a phone rang, which writes its own record. */
  readonly missed: (call: MissedCall) => Promise<void>;
  /** Adds a call that the user rejected in a notification, without an open page. */
  readonly rejected: (call: IncomingCall) => Promise<void>;
};

/**
 * Adds the calls that no page of the callee records to the callee's history, so that it holds every call
 * (decision D14). Anonymous callers can get any number of identities: together they can add only a limited
 * number of missed calls per day, and replace no older ones.
 */
export function createUnansweredCallStore(options: Options): UnansweredCallStore {
  const { repositories, changes, brand, historyBytes, log } = options;
  const { accounts, organisations, history } = repositories;

  async function keep(call: IncomingCall, outcome: Outcome): Promise<void> {
    const account = await accounts.findByAddress(call.callee);
    if (account?.kind !== 'person') return;
    const { id, organisationId } = account;
    if (!featuresFor(brand, organisationId, await organisations.list(organisationId)).history) return;
    const isAnonymous = call.caller.address.startsWith(ANONYMOUS_PREFIX);
    const from = { since: call.at - DAY_MS, addressPrefix: ANONYMOUS_PREFIX };
    if (isAnonymous && (await history.countMissed(id, from)) >= HISTORY_LIMITS.missedFromAnonymous) {
      log.warn({
        event: 'missed_call_dropped',
        callee: account.username,
        reason: 'too many anonymous callers',
      });
      return;
    }
    const room = { entries: HISTORY_LIMITS.entries, bytes: historyBytes, mayReplace: !isAnonymous };
    if (await history.add(id, recordOf(call, outcome), room)) changes.publish(id, 'history');
  }

  return {
    async missed(call) {
      if (call.cause === 'notReachable' || !call.hasRung) await keep(call, 'canceledRemote');
    },
    rejected: (call) => keep(call, 'rejectedLocal'),
  };
}
