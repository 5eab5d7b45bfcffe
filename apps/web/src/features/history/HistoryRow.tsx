import type { Features, HistoryEntry } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { dateLocale, durationWords } from '../../client/format/time.ts';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { useKnownNames } from '../../client/hooks/use-client.ts';
import { addContactPath } from '../../client/people/add-contact-path.ts';
import { wasOverlooked } from '../../client/records/missed-calls.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { howItWent, nameIn, signOf } from './call-words.ts';
import styles from './HistoryRow.module.css';

export type HistoryRowProps = {
  readonly entry: HistoryEntry;
  readonly features: Pick<Features, 'contactAdd'>;
  readonly onDelete: (entry: HistoryEntry) => void;
};

/** A row of the list of calls (HIST-01). */
export function HistoryRow({ entry, features, onDelete }: HistoryRowProps) {
  const { t, i18n } = useTranslation();
  const [, navigate] = useLocation();
  const names = useKnownNames();
  const nameId = useId();
  const { id, sipAddress, timestamp, duration, answered, receivedText, sentText } = entry;
  const name = nameIn(entry, names);
  const call = useCallAction(sipAddress);
  const at = new Date(timestamp);
  const locale = dateLocale(i18n.language, navigator.languages);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
  return (
    <div className={styles.row} data-is-missed={wasOverlooked(entry) || undefined}>
      <span className={styles.sign}>
        <Icon name={signOf(entry)} />
      </span>
      <div className={styles.words}>
        <div id={nameId} className={styles.head}>
          <bdi className={styles.name}>{name}</bdi> <time dateTime={at.toISOString()}>{time}</time>
        </div>
        {name === sipAddress ? undefined : (
          <span className={styles.address}>
            <bdi>{sipAddress}</bdi>
          </span>
        )}
        <span className={styles.how}>
          {t(howItWent(entry))}
          {answered ? ` · ${t('call.duration', { time: durationWords(duration * 1000) })}` : undefined}
        </span>
      </div>
      <div className={styles.actions}>
        <IconButton icon="phone" label={t('call.callback')} aria-describedby={nameId} onPress={call} />
        {receivedText === '' && sentText === '' ? undefined : (
          <IconButton
            icon="text"
            label={t('history.read')}
            aria-describedby={nameId}
            onPress={() => navigate(`/history/view/${id}`)}
          />
        )}
        {features.contactAdd && names(sipAddress) === undefined ? (
          <IconButton
            icon="plus"
            label={t('contacts.add')}
            aria-describedby={nameId}
            onPress={() => navigate(addContactPath(sipAddress, name))}
          />
        ) : undefined}
        <IconButton
          icon="trash"
          label={t('common.delete')}
          aria-describedby={nameId}
          onPress={() => onDelete(entry)}
        />
      </div>
    </div>
  );
}
