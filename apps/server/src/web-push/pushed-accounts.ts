import { type Brand, featuresFor } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import type { PushSubscription, Repositories } from '../storage/repositories/repositories.ts';

/** An account with the devices that it wants to be pushed. */
export type PushedAccount = { readonly account: Account; readonly devices: readonly PushSubscription[] };

type Options = {
  readonly repositories: Pick<Repositories, 'accounts' | 'organisations' | 'pushSubscriptions'>;
  readonly brand: Brand;
};

/** Finds the accounts whose devices are pushed. */
export function createPushedAccounts({ repositories, brand }: Options) {
  const { accounts, organisations, pushSubscriptions } = repositories;

  /** Whether the devices of this account may be pushed: those of active people whose organisation has it. */
  async function isAllowed({ kind, status, organisationId }: Account): Promise<boolean> {
    if (kind !== 'person' || status !== 'active') return false;
    return featuresFor(brand, organisationId, await organisations.list(organisationId)).webPush;
  }

  return {
    isAllowed,
    /**
     * The account that is called by `address`. Pages register the first address of their account only, so a
     * call to another address could not reach them, and none is pushed.
     */
    async findByAddress(address: string): Promise<PushedAccount | undefined> {
      const account = await accounts.findByAddress(address);
      if (account === undefined || account.addresses[0] !== address || !(await isAllowed(account)))
        return undefined;
      return { account, devices: await pushSubscriptions.list(account.id) };
    },
  };
}

export type PushedAccounts = ReturnType<typeof createPushedAccounts>;
