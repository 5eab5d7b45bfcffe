import type { DoubtInWords } from '@samtal/realtime-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import styles from './TextPanel.module.css';

/** Own text in doubt at one of the two others, with their name (decision D102); at the only other one, without. */
type NamedDoubt = DoubtInWords & { readonly who?: string };

export type DoubtfulTextProps = {
  /** Own text that may not have arrived, and own text that may not have been erased, oldest first. */
  readonly doubts: readonly NamedDoubt[];
  /** Own text whose delivery takes unusually long; '' = none. */
  readonly late: string;
};

/** Warns about own text that the remote user may see differently, as soon as that is known (decision D41). */
export function DoubtfulText({ doubts, late }: DoubtfulTextProps) {
  const { t } = useTranslation();
  // What was late first is announced: the text grows with each key.
  const [said, setSaid] = useState('');
  if ((late === '') !== (said === '')) setSaid(late);
  return (
    <>
      <section
        className={styles.doubts}
        data-empty={doubts.length === 0 && late === '' ? '' : undefined}
        aria-label={t('text.in_doubt')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
      >
        <output>
          {doubts.map(({ id, kind, text, who }) => (
            <span key={id} className={styles.doubt}>
              <Icon name="warning" size="1.25em" />
              <span>
                {who && (
                  <>
                    <bdi>{who}</bdi>:{' '}
                  </>
                )}
                <bdi>{t(kind === 'text' ? 'text.doubtful' : 'text.seen', { text })}</bdi>
              </span>
            </span>
          ))}
        </output>
        <p className={styles.doubt} hidden={late === ''}>
          <Icon name="warning" size="1.25em" />
          <span>
            {late === '' ? undefined : (
              <>
                {t('text.late')} <bdi>{late}</bdi>
              </>
            )}
          </span>
        </p>
      </section>
      {/* Outside the section, which is not in the page while it is empty. */}
      <VisuallyHidden>
        <output>{said === '' ? '' : `${t('text.late')} ${said}`}</output>
      </VisuallyHidden>
    </>
  );
}
