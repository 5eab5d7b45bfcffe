import { PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import type { Account } from '../accounts/account.ts';
import { foldForSearch } from './contacts.ts';

/** The text in which the console looks for a person: username, names, addresses, e-mail address (decision D98). */
export const personSearchText = ({
  username,
  addresses,
  properties,
}: Pick<Account, 'username' | 'addresses' | 'properties'>): string =>
  foldForSearch(
    [
      username,
      ...addresses,
      ...[PROPERTY_KEYS.firstName, PROPERTY_KEYS.lastName, PROPERTY_KEYS.email].map(
        (key) => valueOf(properties, key) ?? '',
      ),
    ].join('\n'),
  );
