import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from '../repositories/exclusively.ts';
import type { FactorAddition, Passkey, SecondFactorRepository } from '../repositories/repositories.ts';

const passkeyOf = (row: Selectable<Tables['passkey']>): Passkey => ({
  id: row.id,
  name: row.name,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  signCount: row.sign_count,
  transports: row.transports === '' ? [] : row.transports.split(' '),
  addedAt: row.added_at,
  lastUsedAt: row.last_used_at ?? undefined,
});

/** Tables whose rows are the second factor of an account. */
const FACTORS = ['authenticator_app', 'passkey'] as const;

export function createSecondFactorRepository(database: Database): SecondFactorRepository {
  async function isOn(on: Database, accountId: string): Promise<boolean> {
    for (const table of FACTORS) {
      const row = await on
        .selectFrom(table)
        .select('account_id')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row !== undefined) return true;
    }
    return false;
  }
  const removeCodes = (on: Database, accountId: string) =>
    on.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  async function writeCodes(on: Database, accountId: string, hashes: readonly string[]): Promise<void> {
    await removeCodes(on, accountId);
    const rows = hashes.map((code_hash) => ({ account_id: accountId, code_hash }));
    if (rows.length > 0) await on.insertInto('recovery_code').values(rows).execute();
  }
  /** Without a factor there is nothing that a recovery code could replace. */
  async function removeIdleCodes(on: Database, accountId: string): Promise<void> {
    if (!(await isOn(on, accountId))) await removeCodes(on, accountId);
  }
  /** Adds a factor; the first one brings its recovery codes, and further ones need the second step. */
  const adding = (
    accountId: string,
    { hashes, hasStep }: FactorAddition,
    add: (transaction: Database) => Promise<boolean>,
  ) =>
    exclusively(database, 'second factors', async (transaction) => {
      const isFirst = !(await isOn(transaction, accountId));
      if (!isFirst && !hasStep) return undefined;
      if (!(await add(transaction))) return undefined;
      if (isFirst) await writeCodes(transaction, accountId, hashes);
      return { isFirst };
    });

  return {
    isOn: (accountId) => isOn(database, accountId),
    async findApp(accountId) {
      const row = await database
        .selectFrom('authenticator_app')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && { sealedSecret: row.sealed_secret, addedAt: row.added_at };
    },
    setApp: (accountId, { sealedSecret, step, addedAt }, addition) =>
      adding(accountId, addition, async (transaction) => {
        await transaction.deleteFrom('authenticator_app').where('account_id', '=', accountId).execute();
        await transaction
          .insertInto('authenticator_app')
          .values({ account_id: accountId, sealed_secret: sealedSecret, last_step: step, added_at: addedAt })
          .execute();
        return true;
      }),
    async useStep(accountId, step) {
      const { numUpdatedRows } = await database
        .updateTable('authenticator_app')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async countCodes(accountId) {
      const { count } = await database
        .selectFrom('recovery_code')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return count;
    },
    replaceCodes: (accountId, hashes) =>
      exclusively(database, 'second factors', (transaction) => writeCodes(transaction, accountId, hashes)),
    async useCode(accountId, hash) {
      const { numDeletedRows } = await database
        .deleteFrom('recovery_code')
        .where('account_id', '=', accountId)
        .where('code_hash', '=', hash)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async listPasskeys(accountId) {
      const rows = await database
        .selectFrom('passkey')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('added_at')
        .orderBy('id')
        .execute();
      return rows.map(passkeyOf);
    },
    addPasskey: (accountId, passkey, { most, ...addition }) =>
      adding(accountId, addition, async (transaction) => {
        const rows = await transaction
          .selectFrom('passkey')
          .select(['account_id', 'credential_id'])
          .where((each) =>
            each.or([each('account_id', '=', accountId), each('credential_id', '=', passkey.credentialId)]),
          )
          .execute();
        const isKnown = rows.some(({ credential_id }) => credential_id === passkey.credentialId);
        if (isKnown || rows.length >= most) return false;
        await transaction
          .insertInto('passkey')
          .values({
            id: passkey.id,
            account_id: accountId,
            name: passkey.name,
            credential_id: passkey.credentialId,
            public_key: passkey.publicKey,
            sign_count: passkey.signCount,
            transports: passkey.transports.join(' '),
            added_at: passkey.addedAt,
            last_used_at: null,
          })
          .execute();
        return true;
      }),
    async usePasskey(accountId, { id, signCount, before, usedAt }) {
      const { numUpdatedRows } = await database
        .updateTable('passkey')
        .set({ sign_count: signCount, last_used_at: usedAt })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('sign_count', '=', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    remove: (accountId, factor) =>
      exclusively(database, 'second factors', async (transaction) => {
        let removed = 0n;
        if (factor === 'all' || factor === 'app') {
          const app = await transaction
            .deleteFrom('authenticator_app')
            .where('account_id', '=', accountId)
            .executeTakeFirst();
          removed += app.numDeletedRows;
        }
        if (factor !== 'app') {
          const passkeys = transaction.deleteFrom('passkey').where('account_id', '=', accountId);
          const gone = await (factor === 'all'
            ? passkeys
            : passkeys.where('id', '=', factor)
          ).executeTakeFirst();
          removed += gone.numDeletedRows;
        }
        await removeIdleCodes(transaction, accountId);
        return removed > 0n;
      }),
  };
}
