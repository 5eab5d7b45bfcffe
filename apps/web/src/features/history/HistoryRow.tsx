import type { Features, HistoryEntry } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { dateLocale, durationWords } from '../../client/format/time.ts';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { useKnownPeople } from '../../client/hooks/use-client.ts';
import { addContactPath } from '../../client/people/add-contact-path.ts';
import { isListed } from '../../client/people/known-names.ts';
import { wasOverlooked } from '../../client/records/missed-calls.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { AddressText } from '../../ui/page/AddressText.tsx';
import { howItWent, personIn, signOf } from './call-words.ts';
import styles from './HistoryRow.module.css';
import type { HistoryItem } from './history-items.ts';
import { RemotePortrait } from './RemotePortrait.tsx';

export type HistoryRowProps = {
  readonly item: HistoryItem;
  readonly features: Pick<Features, 'contactAdd'>;
  readonly onDelete: (what: HistoryEntry | readonly HistoryEntry[]) => void;
  /** Opens or closes a group of calls. */
  readonly onToggle: (item: HistoryItem) => void;
};

/** The page of a call; a press on its row opens it. */
export const pathOf = ({ id }: HistoryEntry): string => `/history/view/${id}`;

const hasText = ({ receivedText, sentText }: HistoryEntry): boolean => receivedText !== '' || sentText !== '';

/** A row of the list of calls (HIST-01): one call, or repeated calls with one person (decision D62). */
export function HistoryRow({ item, features, onDelete, onToggle }: HistoryRowProps) {
  const { t, i18n } = useTranslation();
  const [, navigate] = useLocation();
  const known = useKnownPeople();
  const id = useId();
  /** What tells the buttons of this row from those of the others: the person and the time. */
  const described = `${id}-name ${id}-time`;
  const { latest, entries, kind } = item;
  const isGroup = kind === 'open' || kind === 'closed';
  const { sipAddress, timestamp, duration, answered } = latest;
  const { name } = personIn(latest, known);
  const call = useCallAction(sipAddress);
  const withText = entries.find(hasText);
  const at = new Date(timestamp);
  const locale = dateLocale(i18n.language, navigator.languages);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
  return (
    <div className={styles.row} data-is-missed={wasOverlooked(latest) || undefined} data-kind={kind}>
      {kind === 'member' ? undefined : <RemotePortrait name={name} address={sipAddress} />}
      <div className={styles.words} data-words>
        <div id={`${id}-name`} className={styles.head}>
          <Link href={pathOf(latest)} className={styles.name}>
            <bdi>{name}</bdi>
          </Link>{' '}
          {isGroup ? <span className={styles.count}>({entries.length})</span> : undefined}
        </div>
        <div className={styles.facts}>
          <time id={`${id}-time`} dateTime={at.toISOString()}>
            {time}
          </time>{' '}
          {name === sipAddress ? undefined : (
            <span className={styles.address}>
              <AddressText>{sipAddress}</AddressText>
            </span>
          )}{' '}
          <span className={styles.how}>
            <Icon name={signOf(latest)} size="1em" />
            <span>
              {t(howItWent(latest))}
              {answered ? (
                <span className={styles.duration}>
                  {` · ${t('call.duration', { time: durationWords(duration * 1000) })}`}
                </span>
              ) : undefined}
            </span>
          </span>
        </div>
      </div>
      <div className={styles.actions}>
        {kind === 'open' ? undefined : (
          <IconButton
            icon="phone"
            hasWords
            label={t('call.callback')}
            aria-describedby={described}
            onPress={call}
          />
        )}
        <div className={styles.others}>
          {kind === 'open' || withText === undefined ? undefined : (
            <IconButton
              icon="text"
              hasWords
              label={t('history.read')}
              aria-describedby={described}
              onPress={() => navigate(pathOf(withText))}
            />
          )}
          {features.contactAdd && !isListed(known(sipAddress)) && kind !== 'member' ? (
            <IconButton
              icon="plus"
              hasWords
              label={t('contacts.add')}
              aria-describedby={described}
              onPress={() => navigate(addContactPath(sipAddress, name))}
            />
          ) : undefined}
          <IconButton
            icon="trash"
            hasWords
            label={t('common.delete')}
            aria-describedby={described}
            onPress={() => onDelete(isGroup ? entries : latest)}
          />
        </div>
      </div>
      {isGroup ? (
        <div className={styles.all}>
          <Button
            kind="quiet"
            aria-expanded={kind === 'open'}
            aria-describedby={described}
            onPress={() => onToggle(item)}
          >
            {kind === 'open' ? t('history.hide_calls') : t('history.show_calls', { count: entries.length })}
          </Button>
        </div>
      ) : undefined}
    </div>
  );
}
