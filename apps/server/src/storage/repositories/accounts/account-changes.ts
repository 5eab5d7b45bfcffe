import { type KeyValue, PROPERTY_KEYS } from '@samtal/api-contract';
import type { Kysely } from 'kysely';
import { PASSWORD_PURPOSES } from '../../../domain/accounts/link-rules.ts';
import { personSearchText } from '../../../domain/people/person-search.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { exclusively } from '../exclusively.ts';
import { revokeUnusedKeys, spendKey } from '../one-time-key-repository.ts';
import type { AccountRepository, SessionRight, SpentKey } from '../repositories.ts';
import { emailOf, idOfEmail, NAMES, normalName } from './account-names.ts';
import { readAccount } from './account-rows.ts';

type AccountChanges = Pick<
  AccountRepository,
  | 'changePassword'
  | 'changeEmail'
  | 'changeRole'
  | 'noteEmailVerified'
  | 'noteLogin'
  | 'noteLogOut'
  | 'changeStatus'
  | 'setProperty'
>;

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
async function indexForSearch(from: Kysely<Tables>, id: string): Promise<void> {
  const account = await readAccount(from, id);
  if (account === undefined) return;
  const search_text = personSearchText(account);
  await from.updateTable('account').set({ search_text }).where('id', '=', id).execute();
}

/** Whether the account is active, and has the session and the password with which a change began. */
async function isUnchanged(
  from: Kysely<Tables>,
  id: string,
  { tokenHash, passwordHash }: SessionRight,
): Promise<boolean> {
  const found = await from
    .selectFrom('account')
    .innerJoin('session', 'session.account_id', 'account.id')
    .select('password_hash')
    .where('account.id', '=', id)
    .where('status', '=', 'active')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return found !== undefined && found.password_hash === (passwordHash ?? null);
}

const isGood = (from: Kysely<Tables>, id: string, right: SpentKey | SessionRight): Promise<boolean> =>
  'keyHash' in right ? spendKey(from, right) : isUnchanged(from, id, right);

/** Changes what an account has. */
export function createAccountChanges(database: Database): AccountChanges {
  return {
    changePassword: (id, passwordHash, right) =>
      // The key is spent first, then the account is changed: the second of two simultaneous changes sees the
      // effect of the first.
      exclusively(database, `password ${id}`, async (transaction) => {
        if (right !== undefined && !(await isGood(transaction, id, right))) return false;
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
        const owner = await idOfEmail(transaction, email);
        if (owner !== undefined && owner !== id) return 'taken';
        if (!(await spendKey(transaction, spent))) return 'linkDead';
        await revokeUnusedKeys(transaction, id);
        await writeProperty(transaction, id, { key: PROPERTY_KEYS.email, value: email });
        await transaction
          .updateTable('account')
          .set({ verified_email: normalName(email) })
          .where('id', '=', id)
          .execute();
        await indexForSearch(transaction, id);
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
        if (role !== undefined) await revokeUnusedKeys(transaction, id, [...PASSWORD_PURPOSES, 'email']);
        return true;
      }),
    noteEmailVerified: (id) =>
      exclusively(database, NAMES, async (transaction) => {
        const email = await emailOf(transaction, id);
        await transaction
          .updateTable('account')
          .set({ verified_email: email === '' ? null : normalName(email) })
          .where('id', '=', id)
          .execute();
      }),
    async noteLogin(id, now) {
      await database.updateTable('account').set({ last_login_at: now }).where('id', '=', id).execute();
    },
    async noteLogOut(id) {
      await database
        .updateTable('account')
        .set((each) => ({ log_outs: each('log_outs', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
    changeStatus: (id, status, from) =>
      database.transaction().execute(async (transaction) => {
        const change = transaction.updateTable('account').set({ status }).where('id', '=', id);
        const { numUpdatedRows } = await (from === undefined
          ? change
          : change.where('status', '=', from)
        ).executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction.deleteFrom('account_deletion').where('account_id', '=', id).execute();
        return true;
      }),
    setProperty: (id, { key, value }) =>
      exclusively(database, NAMES, async (transaction) => {
        if (key === PROPERTY_KEYS.email && value !== '') {
          const owner = await idOfEmail(transaction, value);
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
        await indexForSearch(transaction, id);
        return true;
      }),
  };
}
