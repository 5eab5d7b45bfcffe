import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import type { Answer } from '../use-answer.ts';
import { listedFailure } from './listed-failure.ts';

type FetchedProps<T> = {
  readonly title: string;
  readonly list: string;
  readonly answer: Answer<T>;
  readonly children: (value: T) => ReactNode;
};

/** Shows an entry once it is there; without it, the way back to the list. */
export function FetchedEntry<T extends { readonly isChangeable: boolean }>({
  title,
  list,
  answer,
  children,
}: FetchedProps<T>) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  if (answer.phase === 'waiting') return <LateSpinner label={t('common.loading')} />;
  if (answer.phase === 'ready' && answer.value.isChangeable) return children(answer.value);
  return (
    <PageFrame title={title} hasFocus>
      <EmptyState
        icon="warning"
        title={t(answer.phase === 'failed' ? listedFailure(answer.failure) : 'console.not_allowed')}
        actions={<Button onPress={() => navigate(list)}>{t('console.back_to_list')}</Button>}
      />
    </PageFrame>
  );
}
