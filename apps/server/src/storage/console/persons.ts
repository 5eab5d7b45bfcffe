import type { PersonContents } from '@samtal/api-contract';
import type { Account, AccountStatus } from '../../domain/accounts/account.ts';
import type { Pages } from '../repositories/people-repositories.ts';

/** Which people a search of the console finds. */
export type PersonQuery = {
  /** Folded words, all of which must be in the names or addresses of the person. */
  readonly terms: readonly string[];
  readonly organisationId?: number | undefined;
  readonly status?: AccountStatus | undefined;
  /** Only people who have one of these addresses. */
  readonly addresses?: readonly string[] | undefined;
};

/** The accounts of people, as the console reads them (decision D98). */
export interface PersonRepository {
  /** One page, ordered by username, and how many people the whole search has. */
  search(
    query: PersonQuery,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ readonly people: readonly Account[]; readonly total: number }>;
  all(query: PersonQuery): Pages<Account>;
  /** The numbers of all organisations that have people. */
  organisations(): Promise<readonly number[]>;
  /** The people who have a role. */
  withRole(): Promise<readonly Account[]>;
  /** How much belongs to an account. */
  contents(accountId: string): Promise<PersonContents>;
}
