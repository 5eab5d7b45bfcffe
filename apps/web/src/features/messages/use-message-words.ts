import type { Message } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { dateLocale } from '../../client/format/time.ts';
import { useKnownPeople } from '../../client/hooks/use-client.ts';
import { useFeature } from '../../client/hooks/use-feature.ts';
import { type MessageWords, messageWords } from './message-words.ts';

/** Returns a function that gives the texts of a message in the language and with the names of this user. */
export function useMessageWords(): (message: Message) => MessageWords {
  const { t, i18n } = useTranslation();
  const known = useKnownPeople();
  const isNamedByAddress = useFeature('colleagueNames');
  const isPlain = useFeature('plainWords');
  const locale = dateLocale(i18n.language, navigator.languages);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const formatDate = isPlain ? (timestamp: number) => format.format(timestamp) : undefined;
  return (message) => messageWords(message, { known, isNamedByAddress, formatDate }, t);
}
