import { type KeyValue, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';

/** The name of an account, `Forename Surname`, or the one of both that is set; '' if none is. */
export const fullNameOf = (properties: readonly KeyValue[]): string =>
  [PROPERTY_KEYS.firstName, PROPERTY_KEYS.lastName]
    .map((key) => valueOf(properties, key)?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
