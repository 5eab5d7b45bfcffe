import { type Expression, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { ListedAddressRepository } from './repositories.ts';

/** Optional separators in numbers and names: `+46 (40) 123-456` and `4640123456` are the same. */
const SIGNS = ['+', '-', '(', ')', '.', ' '] as const;

const plain = (address: string): string =>
  SIGNS.reduce((text, sign) => text.replaceAll(sign, ''), address.trim().toLowerCase()).replace(
    /^sips?:/,
    '',
  );

/**
 * SQL for the column as `plain` returns it, except that a `sip:` or `sips:` in the column stays; so `forms`
 * contains each searched address with and without a scheme.
 */
const plainColumn = (column: Expression<string>) =>
  SIGNS.reduce<Expression<string>>(
    (text, sign) => sql<string>`replace(${text}, ${sign}, '')`,
    sql<string>`lower(${column})`,
  );

export function createListedAddressRepository(database: Database): ListedAddressRepository {
  return {
    async has(name, domain) {
      if (plain(name) === '') return false;
      const addresses = [plain(name), plain(`${name}@${domain}`)];
      const forms = addresses.flatMap((address) => [address, `sip:${address}`, `sips:${address}`]);
      const service = database
        .selectFrom('service')
        .select('id')
        .where((eb) => eb(plainColumn(eb.ref('sipaddress')), 'in', forms));
      if ((await service.executeTakeFirst()) !== undefined) return true;
      const entry = database
        .selectFrom('directory_entry')
        .select('id')
        .where((eb) => eb(plainColumn(eb.ref('phone')), 'in', forms));
      return (await entry.executeTakeFirst()) !== undefined;
    },
  };
}
