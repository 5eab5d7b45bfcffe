import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../page/VisuallyHidden.tsx';

/** The pause in typing after which the number of matches is announced. */
const announceAfterMs = 700;

export type MatchCountProps = { readonly typed: string; readonly total: number };

/** Announces the number of matches when the user pauses (WCAG 4.1.3). */
export function MatchCount({ typed, total }: MatchCountProps) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<MatchCountProps>();
  useEffect(() => {
    if (typed === '') return undefined;
    const timer = setTimeout(() => setSaid({ typed, total }), announceAfterMs);
    return () => clearTimeout(timer);
  }, [typed, total]);
  const isSaid = said?.typed === typed && said.total === total;
  return (
    <VisuallyHidden>
      <output>{isSaid ? t('common.results', { count: total }) : undefined}</output>
    </VisuallyHidden>
  );
}
