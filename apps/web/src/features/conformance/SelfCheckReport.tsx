import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckFacts } from '../../client/conformance/check-facts.ts';
import { type Finding, judge, type Verdict, type Words } from '../../client/conformance/clauses.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Icon, type IconName } from '../../ui/icons/Icon.tsx';
import styles from './SelfCheckReport.module.css';

const verdicts: Readonly<Record<Verdict, { readonly icon: IconName; readonly word: TextKey }>> = {
  met: { icon: 'check', word: 'selfcheck.met' },
  notMet: { icon: 'close', word: 'selfcheck.not_met' },
  notMeasured: { icon: 'minus', word: 'selfcheck.not_measured' },
  person: { icon: 'user', word: 'selfcheck.person' },
};

export type SelfCheckReportProps = {
  readonly facts: CheckFacts;
  /** The address that was called. */
  readonly service: string;
  readonly at: Date;
};

/** The report of a check, to read and to print: each clause with what was measured and its limit. */
export function SelfCheckReport({ facts, service, at }: SelfCheckReportProps) {
  const { t, i18n } = useTranslation();
  const { brand, version, commit } = useAppServices();
  const findings = judge(facts);
  // While the report is shown, it alone is printed.
  useLayoutEffect(() => {
    document.body.dataset['printed'] = 'report';
    return () => void delete document.body.dataset['printed'];
  }, []);
  const count = (...wanted: readonly Verdict[]) =>
    findings.filter(({ verdict }) => wanted.includes(verdict)).length;
  const wordsOf = (words: Words | undefined): string =>
    words === undefined || typeof words === 'string' ? (words ?? '–') : t(words.key, { ...words.values });
  const about: readonly (readonly [string, string])[] = [
    [t('selfcheck.date'), at.toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })],
    [t('about.version'), `${brand.name} ${version} (${commit})`],
    [t('about.browser'), navigator.userAgent],
    [t('selfcheck.service'), service],
  ];
  return (
    <section className={styles.report} aria-labelledby="selfcheck-report">
      <p className={styles.printed}>{t('selfcheck.title')}</p>
      <h2 id="selfcheck-report">{t('selfcheck.report')}</h2>
      <output className={styles.summary}>
        {t('selfcheck.summary', {
          met: count('met'),
          failed: count('notMet'),
          open: count('notMeasured', 'person'),
        })}
      </output>
      <dl className={styles.about}>
        {about.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <Clause key={finding.clause} finding={finding} wordsOf={wordsOf} />
        ))}
      </ul>
      <p className={styles.note}>{t('selfcheck.scope')}</p>
      <div className={styles.print}>
        <Button onPress={() => window.print()}>{t('selfcheck.print')}</Button>
      </div>
    </section>
  );
}

/** A text of the catalogues has the direction of the page; names and numbers with units have their own. */
const directionOf = (words: Words | undefined): 'auto' | undefined =>
  typeof words === 'string' ? 'auto' : undefined;

type ClauseProps = {
  readonly finding: Finding;
  readonly wordsOf: (words: Words | undefined) => string;
};

function Clause({ finding, wordsOf }: ClauseProps) {
  const { t } = useTranslation();
  const { clause, requirement, verdict, measured, limit, how } = finding;
  const { icon, word } = verdicts[verdict];
  return (
    <li className={styles.clause} data-clause={clause} data-verdict={verdict}>
      <h3 className={styles.title}>
        <bdi>{clause}</bdi> {t(requirement)}
      </h3>
      <p className={styles.verdict}>
        <Icon name={icon} size="1.25em" /> {t(word)}
      </p>
      {measured === undefined && limit === undefined ? undefined : (
        <dl className={styles.values}>
          <div>
            <dt>{t('selfcheck.measured')}</dt>
            <dd dir={directionOf(measured)}>{wordsOf(measured)}</dd>
          </div>
          {limit === undefined ? undefined : (
            <div>
              <dt>{t('selfcheck.limit')}</dt>
              <dd dir={directionOf(limit)}>{wordsOf(limit)}</dd>
            </div>
          )}
        </dl>
      )}
      {how === undefined ? undefined : <p className={styles.how}>{t(how)}</p>}
    </li>
  );
}
