import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { codePointWord, namedCharacter } from '../../../client/characters/character-names.ts';
import {
  type CharacterList,
  type CharacterRow,
  type Delivery,
  deliveryOf,
} from '../../../client/characters/read-characters.ts';
import type { TextRecord } from '../../../client/characters/text-records.ts';
import { durationWords } from '../../../client/format/time.ts';
import styles from './CharacterList.module.css';
import type { Scrolling } from './use-shown-rows.ts';

export type CharacterTableProps = Scrolling & {
  readonly rows: readonly CharacterRow[];
  readonly list: CharacterList;
  readonly record: Pick<TextRecord, 'beganAt'>;
  /** The call is over, so nothing more will be known of what was sent. */
  readonly isOver: boolean;
};

/** The style sheet lays the table out anew, and some browsers then see no table any more. */
const roles = {
  table: { role: 'table' },
  thead: { role: 'rowgroup' },
  tbody: { role: 'rowgroup' },
  tr: { role: 'row' },
  th: { role: 'columnheader' },
  td: { role: 'cell' },
} as const;

const columns = ['number', 'time', 'direction', 'chunk', 'character', 'code', 'meaning', 'delivery'] as const;

/** Table of characters, one row each. It is silent for screen readers. */
export function CharacterTable({ rows, list, record, isOver, scrollerRef, onScroll }: CharacterTableProps) {
  const { t } = useTranslation();
  return (
    <section
      ref={scrollerRef}
      className={styles.scroller}
      aria-label={t('characters.list')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      onScroll={onScroll}
    >
      <table {...roles.table} className={styles.table}>
        <thead {...roles.thead} className={styles.head}>
          <tr {...roles.tr} className={styles.row}>
            {columns.map((column) => (
              <th key={column} {...roles.th} scope="col" data-column={column}>
                {t(`characters.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.tbody}>
          {rows.map((row) => (
            <Row
              key={row.number}
              row={row}
              beganAt={record.beganAt}
              delivery={deliveryOf(row, list, isOver)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = {
  readonly row: CharacterRow;
  readonly beganAt: number;
  readonly delivery: Delivery | undefined;
};

/** Milliseconds as three digits behind a point. */
const thousandths = (ms: number): string => `.${String(ms % 1000).padStart(3, '0')}`;

/** The time of day in the user's time zone. */
const clockOf = (at: number): string => `${new Date(at).toTimeString().slice(0, 8)}${thousandths(at)}`;

const Row = memo(({ row, beganAt, delivery }: RowProps) => {
  const { t } = useTranslation();
  const { message, number, place, codePoint, role } = row;
  const { isOwn, carrier, at } = message;
  const { shown, isShort, name } = namedCharacter(codePoint);
  const elapsedMs = Math.max(0, at - beganAt);
  return (
    <tr {...roles.tr} className={styles.row} data-author={isOwn ? 'own' : 'other'}>
      <td {...roles.td} data-column="number">
        {number}
      </td>
      <td {...roles.td} data-column="time">
        <bdi dir="ltr">{durationWords(elapsedMs) + thousandths(elapsedMs)}</bdi> <small>{clockOf(at)}</small>
      </td>
      <td {...roles.td} data-column="direction">
        {t(isOwn ? 'characters.sent' : 'characters.received')} <small>{t(`characters.${carrier}`)}</small>
      </td>
      <td {...roles.td} data-column="chunk">
        {message.number} <small>{t('characters.place', { place })}</small>
      </td>
      <td {...roles.td} data-column="character">
        <bdi className={isShort ? styles.short : styles.shown}>{shown}</bdi>
      </td>
      <td {...roles.td} data-column="code" lang="en">
        <bdi dir="ltr">{codePointWord(codePoint)}</bdi>{' '}
        <small>
          <bdi dir="ltr">{name}</bdi>
        </small>
      </td>
      <td {...roles.td} data-column="meaning">
        {role === undefined ? undefined : t(`characters.role.${role}`)}
      </td>
      <td {...roles.td} data-column="delivery">
        {delivery === undefined ? undefined : t(`characters.${delivery}`)}
      </td>
    </tr>
  );
});
Row.displayName = 'Row';
