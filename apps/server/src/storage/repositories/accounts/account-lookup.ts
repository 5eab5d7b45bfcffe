import { compileOnce } from '../../database/compile-once.ts';
import type { Database } from '../../database/database.ts';
import type { AccountRepository, SipSecret } from '../repositories.ts';
import { idOfEmail, normalName } from './account-names.ts';
import { accountOf, byAccount, readAccount } from './account-rows.ts';

type AccountLookup = Pick<
  AccountRepository,
  | 'findById'
  | 'findByUsername'
  | 'findSipOwner'
  | 'findByAddress'
  | 'findByEmail'
  | 'list'
  | 'count'
  | 'listSipAccounts'
>;

/** Finds accounts by their names. */
export function createAccountLookup(database: Database): AccountLookup {
  /** One row for each address and secret; the secret that was used most recently comes first. */
  const selectSipOwner = compileOnce(database, (username: string, usedAfter: number) =>
    database
      .selectFrom('account')
      .leftJoin('account_address', 'account_address.account_id', 'account.id')
      .leftJoin('session', (join) =>
        join
          .onRef('session.account_id', '=', 'account.id')
          .on('session.sip_secret', 'is not', null)
          .on((each) => each.or([each('token_hash', 'is', null), each('last_used_at', '>', usedAfter)])),
      )
      .select(['kind', 'username', 'status', 'account.sip_secret as own_secret', 'address'])
      .select(['session.id as session_id', 'session.sip_secret as secret', 'last_used_at'])
      .where('username', '=', username)
      .orderBy('last_used_at', 'desc')
      .orderBy('position'),
  );

  return {
    findById: (id) => readAccount(database, id),
    async findByUsername(username) {
      const row = await database
        .selectFrom('account')
        .select('id')
        .where('username', '=', normalName(username))
        .executeTakeFirst();
      return row && readAccount(database, row.id);
    },
    async findSipOwner(username, usedAfter) {
      const rows = await selectSipOwner(normalName(username), usedAfter);
      const [row] = rows;
      if (row === undefined) return undefined;
      const secrets = new Map<string, SipSecret>();
      for (const { session_id: sessionId, secret, last_used_at: lastUsedAt } of rows)
        if (sessionId !== null && secret !== null && lastUsedAt !== null)
          secrets.set(sessionId, { sessionId, sipSecret: secret, lastUsedAt });
      return {
        kind: row.kind,
        username: row.username,
        status: row.status,
        sipPassword: row.own_secret ?? undefined,
        addresses: [...new Set(rows.flatMap(({ address }) => address ?? []))],
        secrets: [...secrets.values()],
      };
    },
    async findByAddress(address) {
      const query = database
        .selectFrom('account_address')
        .select('account_id')
        .where('address', '=', normalName(address));
      const row = await query.executeTakeFirst();
      return row && readAccount(database, row.account_id);
    },
    async findByEmail(email) {
      const id = await idOfEmail(database, email);
      return id === undefined ? undefined : readAccount(database, id);
    },
    async list() {
      const rows = await database.selectFrom('account').selectAll().orderBy('username').execute();
      // Three queries read all accounts, however many there are.
      const addresses = await database
        .selectFrom('account_address')
        .select(['account_id', 'address'])
        .orderBy('position')
        .execute();
      const properties = await database
        .selectFrom('account_property')
        .select(['account_id', 'key', 'value'])
        .orderBy('position')
        .execute();
      const addressesOf = byAccount(addresses);
      const propertiesOf = byAccount(properties);
      return rows.map((row) => accountOf(row, addressesOf.get(row.id), propertiesOf.get(row.id)));
    },
    async count() {
      const query = database
        .selectFrom('account')
        .select((select) => select.fn.countAll<number>().as('number'));
      return (await query.executeTakeFirstOrThrow()).number;
    },
    listSipAccounts: () =>
      database
        .selectFrom('sip_account')
        .selectAll()
        .orderBy('username')
        .orderBy('domain')
        .orderBy('password')
        .execute(),
  };
}
