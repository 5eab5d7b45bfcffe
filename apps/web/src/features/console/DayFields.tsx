import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Days } from '../../client/ports/console-api.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

type Props = {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
  /** What is wrong with the days. */
  readonly problem?: string | undefined;
};

/** While the user types a year, the browser has days such as 0002-11-26. */
const dayIn = (typed: string): string | undefined =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(typed) ? typed : undefined;

/** Whether the last day is before the first one. */
export const areInWrongOrder = ({ from, to }: Days): boolean =>
  from !== undefined && to !== undefined && to < from;

/** The first and the last day of what is listed. */
export function DayFields({ days, onChange, problem }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({ from: days.from ?? '', to: days.to ?? '' });
  const change = (more: Partial<typeof typed>): void => {
    const next = { ...typed, ...more };
    setTyped(next);
    onChange({ from: dayIn(next.from), to: dayIn(next.to) });
  };
  return (
    <>
      <TextField
        label={t('console.day_from')}
        type="date"
        value={typed.from}
        onChange={(from) => change({ from })}
      />
      <TextField
        label={t('console.day_to')}
        type="date"
        value={typed.to}
        error={problem}
        onChange={(to) => change({ to })}
      />
    </>
  );
}
