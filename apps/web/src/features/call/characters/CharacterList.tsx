import type { ClientState } from '@samtal/call-core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { charactersCsv } from '../../../client/characters/characters-csv.ts';
import type { TextRecord } from '../../../client/characters/text-records.ts';
import { localDateTime } from '../../../client/format/time.ts';
import { useClient } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import styles from './CharacterList.module.css';
import { CharacterTable } from './CharacterTable.tsx';
import { useCharacterList } from './use-character-list.ts';
import { useShownRows } from './use-shown-rows.ts';

const isOverIn = ({ call }: ClientState) => call.phase !== 'accepted';

/** Marks a CSV file as UTF-8; without this mark, spreadsheets read it in the character set of the country. */
const byteOrderMark = '\uFEFF';

/** How much later than the call its record may begin, in ms, without a reload of the page in between. */
const SLACK_MS = 1000;

/** The characters of a call, page by page, to copy and to save. */
export function CharacterList({ record }: { readonly record: TextRecord }) {
  const { t } = useTranslation();
  const list = useCharacterList(record);
  const isOver = useClient(isOverIn);
  const shown = useShownRows(list.rows);
  const intro = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState<'copied' | 'not_copied'>();

  // The focus starts at the top.
  useLayoutEffect(() => intro.current?.focus(), []);

  const csv = (): string => charactersCsv(list, record, isOver);
  async function copy(): Promise<void> {
    setCopied(undefined);
    try {
      await navigator.clipboard.writeText(csv());
      setCopied('copied');
    } catch {
      setCopied('not_copied');
    }
  }
  function save(): void {
    const at = localDateTime(record.beganAt).replace(' ', '-').replace(':', '');
    saveFile(`characters-${at}.csv`, 'text/csv', byteOrderMark + csv());
  }

  const isEmpty = list.rows.length === 0;
  const dropped = (list.rows[0]?.number ?? 1) - 1;
  return (
    <>
      <p ref={intro} tabIndex={-1} className={styles.intro}>
        {t('characters.intro')}
      </p>
      {record.recordedFrom - record.beganAt > SLACK_MS ? <p>{t('characters.reloaded')}</p> : undefined}
      {dropped > 0 ? <p>{t('characters.dropped', { dropped })}</p> : undefined}
      {isEmpty ? (
        <p>{t('characters.none')}</p>
      ) : (
        <CharacterTable rows={shown.rows} list={list} record={record} isOver={isOver} {...shown.scrolling} />
      )}
      <div className={styles.pages}>
        <span className={styles.range}>
          {isEmpty ? undefined : t('characters.range', { ...shown.range })}
        </span>
        <Button onPress={shown.showEarlier}>{t('characters.earlier')}</Button>
        <Button onPress={shown.showLater}>{t('characters.later')}</Button>
        <Button onPress={shown.showNewest}>{t('characters.newest')}</Button>
      </div>
      <div className={styles.pages}>
        <Button icon="copy" onPress={isEmpty ? undefined : () => void copy()}>
          {t('characters.copy')}
        </Button>
        <Button onPress={isEmpty ? undefined : save}>{t('characters.save')}</Button>
        {/* This element is always in the page: only changes of a live region are announced. */}
        <output>{copied === undefined ? undefined : t(`characters.${copied}`)}</output>
      </div>
    </>
  );
}
