import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiResult } from '../../../client/ports/user-api.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import styles from '../console.module.css';
import { failureText } from '../failure-text.ts';

export type FoundPage<Row> = { readonly rows: readonly Row[]; readonly next?: string | undefined };

type Props<Row> = {
  readonly label: string;
  readonly first: FoundPage<Row>;
  readonly more: (after: string) => Promise<ApiResult<FoundPage<Row>>>;
  readonly renderRow: (row: Row) => ReactNode;
};

/** The rows that the server has found. A button below them loads more rows. */
export function FoundRows<Row extends { readonly id: string }>({
  label,
  first,
  more,
  renderRow,
}: Props<Row>) {
  const { t } = useTranslation();
  const [further, setFurther] = useState<FoundPage<Row>>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The first row of the page that was added last. */
  const [newest, setNewest] = useState<string>();
  const newestRow = useRef<HTMLLIElement>(null);
  const rows = [...first.rows, ...(further?.rows ?? [])];
  const next = further === undefined ? first.next : further.next;

  // The button below the rows moves away, or is gone.
  useEffect(() => {
    if (newest !== undefined) newestRow.current?.focus();
  }, [newest]);

  async function load(after: string): Promise<void> {
    setProblem(undefined);
    setIsBusy(true);
    const result = await more(after);
    setIsBusy(false);
    if (result.ok) {
      setFurther({ rows: [...(further?.rows ?? []), ...result.value.rows], next: result.value.next });
      setNewest(result.value.rows[0]?.id);
    } else setProblem(t(failureText(result)));
  }

  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {rows.map((each) => (
          <li key={each.id} {...(each.id === newest && { ref: newestRow, tabIndex: -1 })}>
            {renderRow(each)}
          </li>
        ))}
      </ul>
      {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
      {next === undefined ? undefined : (
        <div className={styles.actions}>
          <Button isBusy={isBusy} onPress={() => void load(next)}>
            {t('console.more')}
          </Button>
        </div>
      )}
    </>
  );
}
