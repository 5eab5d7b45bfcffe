import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ApiFailure, ApiResult } from '../../../client/ports/user-api.ts';
import { useUnsaved } from '../../../client/store/unsaved.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { EmptyState } from '../../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../../ui/notices/LateSpinner.tsx';
import { FormBar } from '../../../ui/page/FormBar.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import type { Answer } from '../use-answer.ts';
import { listedFailure } from './listed-failure.ts';

export type EntryPageProps = {
  readonly title: string;
  /** The page of the list. */
  readonly list: string;
  readonly isTouched: boolean;
  /** Says what is wrong with the fields; true = they can be sent. */
  readonly check: () => boolean;
  readonly save: () => Promise<ApiResult<unknown>>;
  readonly onSaved: () => void;
  /** Undefined = there is nothing to remove yet. */
  readonly removal?: {
    readonly name: string;
    readonly remove: () => Promise<ApiResult<void>>;
    readonly onRemoved: () => void;
  };
  readonly children: ReactNode;
};

/** The form of an entry of a list, with its removal. */
export function EntryPage({
  title,
  list,
  isTouched,
  check,
  save,
  onSaved,
  removal,
  children,
}: EntryPageProps) {
  const { t } = useTranslation();
  const { change } = useConsole();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<ApiFailure>();
  const [busy, setBusy] = useState<'save' | 'remove'>();
  const [isAsked, setIsAsked] = useState(false);
  const saved = useUnsaved(isTouched);

  async function run(
    name: 'save' | 'remove',
    action: () => Promise<ApiResult<unknown>>,
    onDone: () => void,
  ): Promise<void> {
    setProblem(undefined);
    setIsAsked(false);
    setBusy(name);
    const result = await change(action);
    setBusy(undefined);
    if (result?.ok === true) {
      saved();
      onDone();
    } else setProblem(result);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (busy === undefined && check()) void run('save', save, onSaved);
  }

  return (
    <PageFrame title={title} width="narrow" hasFocus>
      <form className={styles.form} onSubmit={submit} noValidate>
        {problem === undefined ? undefined : <Alert type="danger">{t(listedFailure(problem))}</Alert>}
        {children}
        <FormBar>
          {removal === undefined ? undefined : (
            <Button kind="danger" isBusy={busy === 'remove'} onPress={() => setIsAsked(true)}>
              {t('console.remove')}
            </Button>
          )}
          <Button onPress={() => navigate(list)}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={busy === 'save'}>
            {t('common.save')}
          </Button>
        </FormBar>
      </form>
      {removal === undefined || !isAsked ? undefined : (
        <ConfirmDialog
          title={t('console.remove_title', { name: removal.name })}
          confirmLabel={t('console.remove')}
          cancelLabel={t('common.cancel')}
          isDangerous
          onConfirm={() => void run('remove', removal.remove, removal.onRemoved)}
          onCancel={() => setIsAsked(false)}
        >
          {t('console.listed_remove_text')}
        </ConfirmDialog>
      )}
    </PageFrame>
  );
}

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
