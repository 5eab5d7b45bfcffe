import { type KeyValue, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { fullNameOf } from '../../domain/people/full-name.ts';
import type { Database } from '../database/database.ts';
import type { NameRepository } from './people-repositories.ts';

const SHOWN_KEYS = [PROPERTY_KEYS.firstName, PROPERTY_KEYS.lastName, PROPERTY_KEYS.picture];

function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

export function createNameRepository(database: Database): NameRepository {
  return {
    async ofColleagues(organisationId, addresses) {
      if (addresses.length === 0) return [];
      const rows: (KeyValue & { readonly address: string })[] = await database
        .selectFrom('account_address')
        .innerJoin('account', 'account.id', 'account_address.account_id')
        .innerJoin('account_property', 'account_property.account_id', 'account.id')
        .select(['account_address.address', 'account_property.key', 'account_property.value'])
        .where('account_address.address', 'in', addresses)
        .where('account.organisation_id', '=', organisationId)
        .where('account.kind', '=', 'person')
        .where('account.status', '=', 'active')
        .where('account_property.key', 'in', SHOWN_KEYS)
        .execute();
      return [...groupedBy(rows, ({ address }) => address)]
        .map(([address, properties]) => {
          const imageUrl = valueOf(properties, PROPERTY_KEYS.picture);
          return { address, name: fullNameOf(properties), ...(imageUrl === undefined ? {} : { imageUrl }) };
        })
        .filter(({ name }) => name !== '');
    },
    async ofDirectory(organisationId, phones) {
      if (phones.length === 0) return [];
      const rows = await database
        .selectFrom('directory_entry')
        .select(['phone', 'name', 'organisation_id'])
        .where('phone', 'in', phones)
        .execute();
      const seen = rows.filter(({ organisation_id: owner }) => owner === null || owner === organisationId);
      return [...groupedBy(seen, ({ phone }) => phone)].flatMap(([address, entries]) => {
        const [name = '', ...others] = new Set(entries.map((entry) => entry.name));
        // Several businesses may share a number: then none of their names says who calls.
        return name === '' || others.length > 0 ? [] : [{ address, name }];
      });
    },
  };
}
