import { type CallNumbers, LISTED_KINDS, LISTED_OUTCOMES, NUMBER_DAYS, writeCsv } from '@samtal/api-contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callSeriesOf, daysBetween } from '../../client/console/call-series.ts';
import { dateLocale } from '../../client/format/time.ts';
import type { Days } from '../../client/ports/console-api.ts';
import type { ApiFailure } from '../../client/ports/user-api.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { DayPlot } from '../../ui/plots/DayPlot.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ConsoleNav } from './ConsoleNav.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { areInWrongOrder, DayFields } from './DayFields.tsx';
import { failureText } from './failure-text.ts';
import { useAnswer } from './use-answer.ts';
import { capitalised, dayWords, KIND_WORDS, OUTCOME_WORDS, organisationName } from './words.ts';

const ORDER = { outcomes: LISTED_OUTCOMES, kinds: LISTED_KINDS };

type Props = { readonly days: Days; readonly onDays: (days: Days) => void };

const problemOf = (failure: ApiFailure): TextKey =>
  failure.status === 409 ? 'console.numbers_many' : failureText(failure);

/** The call records of some days added up, as plots and tables. */
export function NumbersPage({ days, onDays }: Props) {
  const { t } = useTranslation();
  const { api } = useConsole();
  const isWrong = areInWrongOrder(days);
  const { from, to } = days;
  const isLong = from !== undefined && to !== undefined && daysBetween(from, to).length > NUMBER_DAYS;
  const isFit = !isWrong && !isLong;
  const ask = useCallback(() => api.callNumbers(isFit ? { from, to } : {}), [api, isFit, from, to]);
  const answer = useAnswer(ask);
  return (
    <PageFrame title={t('console.numbers')} hasFocus>
      <ConsoleNav />
      <div className={styles.filters}>
        <DayFields
          days={days}
          onChange={onDays}
          problem={
            isWrong
              ? t('console.days_order')
              : isLong
                ? t('console.days_many', { number: NUMBER_DAYS })
                : undefined
          }
        />
      </div>
      <p className={styles.quiet}>{t('console.days_utc')}</p>
      {answer.phase === 'waiting' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {answer.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t(problemOf(answer.failure))}
          actions={<Button onPress={answer.again}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {answer.phase === 'ready' && isFit ? <Numbers numbers={answer.value} /> : undefined}
    </PageFrame>
  );
}

function Numbers({ numbers }: { readonly numbers: CallNumbers }) {
  const { t, i18n } = useTranslation();
  const { access } = useConsole();
  const { language } = i18n;
  const series = useMemo(() => callSeriesOf(numbers, ORDER), [numbers]);
  const locale = dateLocale(language, navigator.languages);
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const count = (value: number): string => plain.format(value);
  const share = (value: number): string => percent.format(value);
  const days = series.days.map((day) => dayWords(language, day));
  const table = { label: t('console.as_table'), day: t('console.day') };
  const nameOf = (organisation: number | undefined): string =>
    organisation === undefined ? t('console.others') : organisationName(t, access, organisation);
  const calls = t('console.numbers_calls', {
    number: count(series.calls),
    answered: count(series.answered),
  });

  function saveMinutes(): void {
    const rows = numbers.minutes.map(({ day, organisation, calls: made, minutes }) =>
      [day, organisation, made, minutes.toFixed(1)].map(String),
    );
    const name = `minutes-${numbers.from}-${numbers.to}.csv`;
    saveFile(name, 'text/csv', writeCsv([['day', 'organisation', 'calls', 'minutes'], ...rows]));
  }

  if (series.calls === 0 && series.sums.length === 0)
    return <EmptyState icon="phone" title={t('console.numbers_none')} />;
  return (
    <div className={styles.plots}>
      <DayPlot
        title={t('console.per_outcome')}
        text={calls}
        days={days}
        series={series.outcomes.map(({ of, values }) => ({
          name: capitalised(t(OUTCOME_WORDS[of]), language),
          values,
        }))}
        format={count}
        table={table}
      />
      <DayPlot
        title={t('console.per_kind')}
        text={calls}
        days={days}
        series={series.kinds.map(({ of, values }) => ({ name: t(KIND_WORDS[of]), values }))}
        format={count}
        table={table}
      />
      <DayPlot
        title={t('console.set_up')}
        text={t('console.set_up_text')}
        days={days}
        series={[{ name: t('console.set_up_half'), values: series.setUpHalf }]}
        format={count}
        table={{ ...table, further: [{ name: t('console.set_up_most'), values: series.setUpMost }] }}
      />
      <DayPlot
        title={t('console.text_share')}
        text={t('console.text_share_text', {
          answered: count(series.answered),
          share: share(series.textShare),
        })}
        days={days}
        series={[{ name: t('console.text_share'), values: series.textShares }]}
        most={1}
        format={share}
        table={table}
      />
      <DayPlot
        title={t('console.minutes')}
        text={t('console.minutes_text')}
        days={days}
        series={series.minutes.map(({ of, values }) => ({ name: nameOf(of), values }))}
        format={count}
        table={table}
      />
      {series.sums.length === 0 ? undefined : (
        <section className={styles.part}>
          <h2>{t('console.minutes_sum')}</h2>
          <table className={styles.problems}>
            <thead>
              <tr>
                <th scope="col">{t('registration.organisation')}</th>
                <th scope="col">{t('console.calls')}</th>
                <th scope="col">{t('console.minutes_short')}</th>
              </tr>
            </thead>
            <tbody>
              {series.sums.map(({ organisation, calls: made, minutes }) => (
                <tr key={organisation}>
                  <th scope="row">
                    <bdi>{nameOf(organisation)}</bdi>
                  </th>
                  <td>{count(made)}</td>
                  <td>{count(minutes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={styles.actions}>
            <Button onPress={saveMinutes}>{t('console.save_table')}</Button>
          </div>
        </section>
      )}
    </div>
  );
}
