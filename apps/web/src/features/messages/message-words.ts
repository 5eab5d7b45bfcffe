import type { Message } from '@samtal/api-contract';
import type { TFunction } from 'i18next';
import { localDateTime } from '../../client/format/time.ts';
import type { KnownPeople, Person } from '../../client/people/known-names.ts';
import { personOf } from '../../client/people/person-of.ts';

export type MessageWords = {
  readonly sender: string;
  /** Undefined = unknown sender, who cannot be called. */
  readonly address: string | undefined;
  readonly shownAddress: string;
  /** Undefined = no text. */
  readonly text: string | undefined;
  readonly shownText: string;
  readonly date: string;
  /** The same moment in a form for programs. */
  readonly dateTime: string;
};

export type MessageNaming = {
  readonly known: KnownPeople;
  /** Whether a sender without a name has the name in the address, instead of a text (D61 amends MSG-02). */
  readonly isNamedByAddress: boolean;
  /** Writes a date as the browser does; undefined = as the specification does (D63 amends MSG-01). */
  readonly formatDate?: ((timestamp: number) => string) | undefined;
};

const given = (value: string | null | undefined): string | undefined =>
  value === null || value === undefined || value.trim() === '' ? undefined : value;

/** Texts to show for a message, with replacements for missing values (MSG-02) and with the contact's name. */
export function messageWords(
  message: Message,
  { known, isNamedByAddress, formatDate }: MessageNaming,
  t: TFunction,
): MessageWords {
  const address = given(message.fromSipaddress)?.replace(/^sips?:/i, '');
  const person: Person = personOf({ address: address ?? '', claimed: message.fromDisplayName }, known);
  const isNamed = person.source !== 'address' || (isNamedByAddress && person.name !== '');
  const text = given(message.text);
  return {
    sender: isNamed ? person.name : t('messages.unknownsender'),
    address,
    shownAddress: address ?? t('messages.unknownsip'),
    text,
    shownText: text ?? t('messages.notext'),
    date: formatDate?.(message.timestamp) ?? localDateTime(message.timestamp),
    dateTime: localDateTime(message.timestamp).replace(' ', 'T'),
  };
}
