import { claimedName, type Message } from '@samtal/api-contract';
import type { TFunction } from 'i18next';
import { localDateTime } from '../../client/format/time.ts';
import type { KnownNames } from '../../client/people/known-names.ts';

export type MessageWords = {
  readonly sender: string;
  /** Undefined = unknown sender, who cannot be called. */
  readonly address: string | undefined;
  readonly shownAddress: string;
  /** Undefined = no text. */
  readonly text: string | undefined;
  readonly shownText: string;
  readonly date: string;
};

const given = (value: string | null | undefined): string | undefined =>
  value === null || value === undefined || value.trim() === '' ? undefined : value;

/** Texts to show for a message, with replacements for missing values (MSG-02) and with the contact's name. */
export function messageWords(message: Message, names: KnownNames, t: TFunction): MessageWords {
  const address = given(message.fromSipaddress)?.replace(/^sips?:/i, '');
  const known = address === undefined ? undefined : names(address);
  const text = given(message.text);
  return {
    sender: known ?? given(claimedName(message.fromDisplayName ?? undefined)) ?? t('messages.unknownsender'),
    address,
    shownAddress: address ?? t('messages.unknownsip'),
    text,
    shownText: text ?? t('messages.notext'),
    date: localDateTime(message.timestamp),
  };
}
