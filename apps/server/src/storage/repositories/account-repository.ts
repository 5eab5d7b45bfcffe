import { randomUUID } from 'node:crypto';
import { type KeyValue, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Account } from '../../domain/accounts/account.ts';
import { personSearchText } from '../../domain/people/person-search.ts';
import { compileOnce } from '../database/compile-once.ts';
import type { Database } from '../database/database.ts';
import { nextTurn } from '../database/next-turn.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from './exclusively.ts';
import { createHistoryRepository } from './history-repository.ts';
import { ONE_TIME_KEYS, revokeUnusedKeys, spendKey } from './one-time-key-repository.ts';
import { removeInTurns } from './remove-in-turns.ts';
import type { AccountRepository, NewAccount, SipSecret } from './repositories.ts';

const normal = (name: string): string => name.trim().toLowerCase();

export function accountOf(
  row: Selectable<Tables['account']>,
  addresses: readonly { readonly address: string }[] = [],
  properties: readonly KeyValue[] = [],
): Required<Account> {
  return {
    id: row.id,
    kind: row.kind,
    username: row.username,
    passwordHash: row.password_hash ?? undefined,
    sipPassword: row.sip_secret ?? undefined,
    organisationId: row.organisation_id,
    status: row.status,
    language: row.language ?? undefined,
    role: row.role ?? undefined,
    isRoleOfProvider: row.role !== null && row.is_role_of_provider === 1 ? true : undefined,
    roleChanges: row.role_changes,
    verifiedEmail: row.verified_email ?? undefined,
    lastLoginAt: row.last_login_at ?? undefined,
    addresses: addresses.map(({ address }) => address),
    properties: properties.map(({ key, value }) => ({ key, value })),
  };
}

export function byAccount<Row extends { readonly account_id: string }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.account_id);
    if (group === undefined) groups.set(row.account_id, [row]);
    else group.push(row);
  }
  return groups;
}

/**
 * `purpose` of `exclusively` for changes of names: a username, SIP address or e-mail address belongs to one
 * account only.
 */
const NAMES = 'names';

export function createAccountRepository(database: Database): AccountRepository {
  async function load(id: string, from: Kysely<Tables> = database): Promise<Account | undefined> {
    const row = await from.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const addresses = await from
      .selectFrom('account_address')
      .select('address')
      .where('account_id', '=', id)
      .orderBy('position')
      .execute();
    const properties = await from
      .selectFrom('account_property')
      .select(['key', 'value'])
      .where('account_id', '=', id)
      .orderBy('position')
      .execute();
    return accountOf(row, addresses, properties);
  }

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

  async function idOfEmail(email: string, from: Kysely<Tables> = database): Promise<string | undefined> {
    const query = from
      .selectFrom('account_property')
      .select('account_id')
      .where('key', '=', PROPERTY_KEYS.email)
      .where(sql<string>`lower(value)`, '=', normal(email));
    return (await query.executeTakeFirst())?.account_id;
  }

  async function isTaken(account: NewAccount, from: Kysely<Tables>): Promise<boolean> {
    const addresses = account.addresses.map(normal);
    const email = valueOf(account.properties, PROPERTY_KEYS.email);
    if (email !== undefined && (await idOfEmail(email, from)) !== undefined) return true;
    const sameName = from.selectFrom('account').select('id').where('username', '=', normal(account.username));
    if ((await sameName.executeTakeFirst()) !== undefined) return true;
    if (addresses.length === 0) return false;
    const sameAddress = from
      .selectFrom('account_address')
      .select('address')
      .where('address', 'in', addresses);
    return (await sameAddress.executeTakeFirst()) !== undefined;
  }

  async function insert(transaction: Kysely<Tables>, id: string, account: NewAccount): Promise<void> {
    await transaction
      .insertInto('account')
      .values({
        id,
        kind: account.kind,
        username: normal(account.username),
        password_hash: account.passwordHash ?? null,
        sip_secret: account.kind === 'party' ? (account.sipPassword ?? null) : null,
        organisation_id: account.organisationId,
        status: account.status,
        language: account.language ?? null,
        // A new account has no role, whatever the request for it contains.
        role: null,
        is_role_of_provider: 0,
        role_changes: 0,
        verified_email: null,
        last_login_at: null,
        search_text: personSearchText(account),
      } satisfies Required<Insertable<Tables['account']>>)
      .execute();
    for (const [position, address] of account.addresses.entries()) {
      await transaction
        .insertInto('account_address')
        .values({ address: normal(address), account_id: id, position })
        .execute();
    }
    for (const [position, { key, value }] of account.properties.entries()) {
      await transaction
        .insertInto('account_property')
        .values({ account_id: id, key, value, position })
        .execute();
    }
  }

  async function writeProperty(from: Kysely<Tables>, id: string, { key, value }: KeyValue): Promise<void> {
    const last = await from
      .selectFrom('account_property')
      .select((select) => select.fn.max('position').as('position'))
      .where('account_id', '=', id)
      .executeTakeFirst();
    await from
      .insertInto('account_property')
      .values({ account_id: id, key, value, position: (last?.position ?? 0) + 1 })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ value }))
      .execute();
  }

  /** Brings the text in which the console searches up to date. */
  async function index(from: Kysely<Tables>, id: string): Promise<void> {
    const account = await load(id, from);
    if (account === undefined) return;
    const search_text = personSearchText(account);
    await from.updateTable('account').set({ search_text }).where('id', '=', id).execute();
  }

  async function emailOf(from: Kysely<Tables>, id: string): Promise<string> {
    const query = from
      .selectFrom('account_property')
      .select('value')
      .where('account_id', '=', id)
      .where('key', '=', PROPERTY_KEYS.email);
    return (await query.executeTakeFirst())?.value ?? '';
  }

  /**
   * Ids of the accounts that are abandoned at `time`. Accounts without a key are excluded: during sign-up the
   * key is added after the account.
   */
  const idsOfAbandoned = (time: number) =>
    database
      .selectFrom('account')
      .innerJoin('one_time_key', 'one_time_key.account_id', 'account.id')
      .where('account.status', '=', 'unverified')
      .groupBy('account.id')
      .having((select) => select.fn.max('one_time_key.expires_at'), '<=', time)
      .select('account.id');

  return {
    async add(account) {
      const id = randomUUID();
      const isAdded = await exclusively(database, NAMES, async (transaction) => {
        if (await isTaken(account, transaction)) return false;
        await insert(transaction, id, account);
        return true;
      });
      return isAdded ? load(id) : undefined;
    },
    async addAnonymous(account, { subnet, now, perSubnet, inAll }) {
      const id = randomUUID();
      const refusal = await exclusively(database, NAMES, async (transaction) => {
        const count = async (query: { executeTakeFirstOrThrow(): Promise<{ number: number }> }) =>
          (await query.executeTakeFirstOrThrow()).number;
        const callers = transaction
          .selectFrom('account')
          .select((select) => select.fn.countAll<number>().as('number'))
          .where('kind', '=', 'anonymous');
        if ((await count(callers)) >= inAll) return 'tooMany';
        const ofSubnet = callers
          .innerJoin('anonymous_caller', 'anonymous_caller.account_id', 'account.id')
          .where('subnet', '=', subnet);
        if ((await count(ofSubnet)) >= perSubnet) return 'tooManyOfSubnet';
        if (await isTaken(account, transaction)) throw new Error('a random name of 128 bits was taken');
        await insert(transaction, id, account);
        await transaction
          .insertInto('anonymous_caller')
          .values({ account_id: id, subnet, added_at: now })
          .execute();
        return undefined;
      });
      if (refusal !== undefined) return refusal;
      const added = await load(id);
      if (added === undefined) throw new Error('an account is gone that was just added');
      return added;
    },
    async listIdleAnonymous(lastUsedBefore, most, subnet) {
      const usedAt = sql<number>`coalesce(max(session.last_used_at), max(anonymous_caller.added_at), 0)`;
      let query = database
        .selectFrom('account')
        .leftJoin('session', 'session.account_id', 'account.id')
        .leftJoin('anonymous_caller', 'anonymous_caller.account_id', 'account.id')
        .where('account.kind', '=', 'anonymous')
        .groupBy('account.id')
        .having(usedAt, '<', lastUsedBefore)
        .orderBy(usedAt)
        .limit(most)
        .select('account.id');
      if (subnet !== undefined) query = query.where('subnet', '=', subnet);
      const idle = await Promise.all((await query.execute()).map(({ id }) => load(id)));
      return idle.filter((account) => account !== undefined);
    },
    findById: load,
    async findByUsername(username) {
      const row = await database
        .selectFrom('account')
        .select('id')
        .where('username', '=', normal(username))
        .executeTakeFirst();
      return row && load(row.id);
    },
    async findSipOwner(username, usedAfter) {
      const rows = await selectSipOwner(normal(username), usedAfter);
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
        .where('address', '=', normal(address));
      const row = await query.executeTakeFirst();
      return row && load(row.account_id);
    },
    async findByEmail(email) {
      const id = await idOfEmail(email);
      return id === undefined ? undefined : load(id);
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
      const [addressesOf, propertiesOf] = [byAccount(addresses), byAccount(properties)];
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
    changePassword: (id, passwordHash, spent) =>
      // The key is spent first, then the account is changed: the second of two simultaneous changes sees the
      // effect of the first.
      exclusively(database, `password ${id}`, async (transaction) => {
        if (spent !== undefined && !(await spendKey(transaction, spent))) return false;
        await revokeUnusedKeys(transaction, id);
        await transaction
          .updateTable('account')
          .set({ password_hash: passwordHash })
          .where('id', '=', id)
          .execute();
        return true;
      }),
    changeEmail: (id, email, spent) =>
      exclusively(database, NAMES, async (transaction) => {
        const owner = await idOfEmail(email, transaction);
        if (owner !== undefined && owner !== id) return 'taken';
        if (!(await spendKey(transaction, spent))) return 'linkDead';
        await revokeUnusedKeys(transaction, id);
        await writeProperty(transaction, id, { key: PROPERTY_KEYS.email, value: email });
        await transaction
          .updateTable('account')
          .set({ verified_email: normal(email) })
          .where('id', '=', id)
          .execute();
        await index(transaction, id);
        return 'changed';
      }),
    changeRole: (id, role, origin = 'hand') =>
      exclusively(database, `password ${id}`, async (transaction) => {
        const change = transaction
          .updateTable('account')
          .set((each) => ({
            role: role ?? null,
            is_role_of_provider: origin === 'provider' ? 1 : 0,
            role_changes: each('role_changes', '+', 1),
          }))
          .where('id', '=', id);
        const { numUpdatedRows } = await (origin === 'hand'
          ? change
          : change.where((each) => each.or([each('role', 'is', null), each('is_role_of_provider', '=', 1)]))
        ).executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (role !== undefined) await revokeUnusedKeys(transaction, id, 'reset');
        return true;
      }),
    noteEmailVerified: (id) =>
      exclusively(database, NAMES, async (transaction) => {
        const email = await emailOf(transaction, id);
        await transaction
          .updateTable('account')
          .set({ verified_email: email === '' ? null : normal(email) })
          .where('id', '=', id)
          .execute();
      }),
    async noteLogin(id, now) {
      await database.updateTable('account').set({ last_login_at: now }).where('id', '=', id).execute();
    },
    async changeStatus(id, status) {
      await database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('account_deletion').where('account_id', '=', id).execute();
        await transaction.updateTable('account').set({ status }).where('id', '=', id).execute();
      });
    },
    setProperty: (id, { key, value }) =>
      exclusively(database, NAMES, async (transaction) => {
        if (key === PROPERTY_KEYS.email && value !== '') {
          const owner = await idOfEmail(value, transaction);
          if (owner !== undefined && owner !== id) return false;
        }
        if (key === PROPERTY_KEYS.email && value !== (await emailOf(transaction, id)))
          await revokeUnusedKeys(transaction, id);
        if (value === '') {
          await transaction
            .deleteFrom('account_property')
            .where('account_id', '=', id)
            .where('key', '=', key)
            .execute();
        } else await writeProperty(transaction, id, { key, value });
        await index(transaction, id);
        return true;
      }),
    async remove(id) {
      // Rows of large tables are removed in several transactions, between which other requests are served;
      // the other rows are deleted with the account.
      await createHistoryRepository(database).removeAll(id);
      await removeInTurns(database, 'contact', 'id', id);
      await removeInTurns(database, 'message', 'number', id);
      const addresses = database.selectFrom('account_address').select('address').where('account_id', '=', id);
      // The calls stay in the records of an organisation, without the person.
      return database.transaction().execute(async (transaction) => {
        for (const end of ['caller', 'callee'] as const)
          await transaction.updateTable('call_record').set(end, '').where(end, 'in', addresses).execute();
        const removed = await transaction.deleteFrom('account').where('id', '=', id).executeTakeFirst();
        return removed.numDeletedRows > 0n;
      });
    },
    async isAbandoned(id, time) {
      const query = idsOfAbandoned(time).where('account.id', '=', id);
      return (await query.executeTakeFirst()) !== undefined;
    },
    async removeAbandoned(time, id) {
      await exclusively(database, ONE_TIME_KEYS, async (transaction) => {
        // The status is checked again, because the address may be verified at this moment.
        const abandoned = transaction
          .deleteFrom('account')
          .where('id', 'in', idsOfAbandoned(time))
          .where('status', '=', 'unverified');
        await (id === undefined ? abandoned : abandoned.where('id', '=', id)).execute();
      });
    },
    async removeLeftAnonymous(addedBefore) {
      const left = await database
        .selectFrom('account')
        .leftJoin('anonymous_caller', 'anonymous_caller.account_id', 'account.id')
        .select(['account.id', 'username'])
        .where('kind', '=', 'anonymous')
        .where((eb) => eb.or([eb('added_at', 'is', null), eb('added_at', '<', addedBefore)]))
        .where('account.id', 'not in', (select) => select.selectFrom('session').select('account_id'))
        .execute();
      for (const { id } of left) {
        await database.deleteFrom('account').where('id', '=', id).execute();
        await nextTurn();
      }
      return left.map(({ username }) => username);
    },
  };
}
