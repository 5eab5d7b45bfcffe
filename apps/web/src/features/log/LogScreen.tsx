import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogEntry, LogLevel } from '../../client/store/log-store.ts';
import { entriesFrom, logLevels } from '../../client/store/log-store.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { EntryList } from './EntryList.tsx';
import { FieldTable } from './FieldTable.tsx';
import type { Fields } from './fields.ts';
import styles from './LogScreen.module.css';
import type { LogTab } from './log-tabs.ts';
import { ReportButtons } from './ReportButtons.tsx';
import { Tabs } from './Tabs.tsx';

const levels = Object.entries(logLevels);

export type LogScreenProps = {
  /** At least one tab. */
  readonly tabs: readonly { readonly id: LogTab; readonly name: string }[];
  readonly entries: readonly LogEntry[];
  /** The lowest level of the entries in the log tab, until the user chooses another level. */
  readonly firstLevel: LogLevel;
  readonly call: Fields;
  readonly connection: Fields;
  readonly makeReport: () => string;
};

/** Shows log entries and the current state, and makes a report of both for support. */
export function LogScreen({ tabs, entries, firstLevel, call, connection, makeReport }: LogScreenProps) {
  const { t } = useTranslation();
  const [level, setLevel] = useState(firstLevel);
  return (
    <div className={styles.page}>
      <h1>{t('menu.log')}</h1>
      <ReportButtons makeReport={makeReport} />
      <Tabs label={t('log.views')} tabs={tabs}>
        {(tab) => {
          switch (tab) {
            case 'console':
              return <EntryList entries={entriesFrom(entries, logLevels.console)} />;
            case 'log':
              return (
                <>
                  <div className={styles.level}>
                    <SelectField
                      label={t('log.level')}
                      value={String(level)}
                      options={levels.map(([name, number]) => ({
                        value: String(number),
                        label: `${number} ${name}`,
                      }))}
                      onChange={(value) =>
                        setLevel(levels.find(([, number]) => String(number) === value)?.[1] ?? level)
                      }
                    />
                  </div>
                  <EntryList entries={entriesFrom(entries, level)} />
                </>
              );
            case 'debug':
              return (
                <div className={styles.tables}>
                  <FieldTable title={t('log.callstate')} fields={call} />
                  <FieldTable title={t('log.connectionstate')} fields={connection} />
                </div>
              );
          }
        }}
      </Tabs>
    </div>
  );
}
