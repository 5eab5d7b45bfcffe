import type { ColumnType } from 'kysely';
import type { AccountStatus } from '../domain/account.ts';

/** A `bigint`: PostgreSQL's driver gives it as text, because not all of them fit a number. */
type BigNumber = ColumnType<number | string, number, number>;

/** The database as Kysely sees it; `migrations/` makes it so. */
export type Tables = {
  account: {
    id: string;
    kind: 'person' | 'party';
    username: string;
    password_hash: string | null;
    sip_password: string;
    organisation_id: number;
    status: AccountStatus;
  };
  account_address: { address: string; account_id: string; position: number };
  account_property: { account_id: string; key: string; value: string; position: number };
  session: { token_hash: string; account_id: string; last_used_at: BigNumber };
  setting: { account_id: string; kind: 'web' | 'system'; key: string; value: string };
};
