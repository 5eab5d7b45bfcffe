import { type Brand, DO_NOT_DISTURB, doNotDisturbOf, featuresFor, valueOf } from '@samtal/api-contract';
import type { Clock } from '@samtal/sip';
import type { Account } from '../domain/accounts/account.ts';
import type { ChangeBus } from '../domain/change-bus.ts';
import type { EventLog } from '../domain/event-log.ts';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';
import type { DoNotDisturb } from '../domain/people/do-not-disturb.ts';
import { isEmergencyNumber } from '../domain/people/emergency-number.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { systemSettingsOf } from './system-settings.ts';

type Options = {
  readonly repositories: Pick<Repositories, 'accounts' | 'contacts' | 'organisations' | 'settings'>;
  readonly brand: Brand;
  readonly changes: ChangeBus;
  readonly clock: Clock;
  readonly log: Pick<EventLog, 'error'>;
};

export type DoNotDisturbService = DoNotDisturb & {
  /** Whether the user of this address does not want to be disturbed now. Never rejects. */
  readonly isOn: (address: string) => Promise<boolean>;
};

/** Creates what decides, from the settings and contacts of accounts, which calls do not ring (decision D86). */
export function createDoNotDisturb(options: Options): DoNotDisturbService {
  const { repositories, brand, changes, clock, log } = options;
  const { accounts, contacts, organisations, settings } = repositories;

  /** The account of this address while do not disturb is on for it, and its user has the feature. */
  async function find(address: string): Promise<Account | undefined> {
    const value = await settings.ofAddress(address, DO_NOT_DISTURB);
    if (doNotDisturbOf(value, clock.now()) === undefined) return undefined;
    const account = await accounts.findByAddress(address);
    if (account?.kind !== 'person') return undefined;
    const { organisationId } = account;
    const { doNotDisturb } = featuresFor(brand, organisationId, await organisations.list(organisationId));
    return doNotDisturb ? account : undefined;
  }

  async function isEmergency(account: Account, address: string): Promise<boolean> {
    const numbers = valueOf(await systemSettingsOf(account, repositories), 'GEO_EMERGENCY_NUMBERS') ?? '';
    return isEmergencyNumber(address, numbers);
  }

  async function decide(callee: string, caller: string): Promise<boolean> {
    const account = await find(callee);
    if (account === undefined || (await isEmergency(account, caller))) return false;
    return !(await contacts.isFavourite(account.id, caller));
  }

  async function endForEmergency(caller: string, callee: string): Promise<void> {
    const account = await find(caller);
    if (account === undefined || !(await isEmergency(account, callee))) return;
    await settings.set(account.id, 'web', { key: DO_NOT_DISTURB, value: 'off' });
    changes.publish(account.id, 'settings');
  }

  const failed = (error: unknown): void => log.error({ event: 'do_not_disturb_unknown', err: error });

  /** `answer`, or false when it fails or is late. */
  async function inTime(answer: Promise<boolean>): Promise<boolean> {
    let stop = nothing;
    const late = new Promise<boolean>((resolve) => {
      stop = clock.setTimer(SIP_LIMITS.doNotDisturbMs, () => resolve(false));
    });
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      failed(error);
      return false;
    } finally {
      stop();
    }
  }

  return {
    turnsAway: (callee, caller) => inTime(decide(callee, caller)),
    called: (caller, callee) => void endForEmergency(caller, callee).catch(failed),
    isCallBack: (callee, caller) =>
      inTime(
        accounts
          .findByAddress(callee)
          .then((account) => account !== undefined && isEmergency(account, caller)),
      ),
    isOn: (address) => inTime(find(address).then((account) => account !== undefined)),
  };
}
