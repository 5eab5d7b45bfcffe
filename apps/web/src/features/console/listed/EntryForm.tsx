import { isListedImage, isListedName } from '@samtal/api-contract';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useIsThere } from '../../../client/hooks/use-is-there.ts';
import type { ApiFailure, ApiResult } from '../../../client/ports/user-api.ts';
import { useUnsaved } from '../../../client/store/unsaved.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { focusFirstFault } from '../../../ui/fields/focus-first-fault.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { FormBar } from '../../../ui/page/FormBar.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import type { OnEntryDone } from './entry-done.ts';
import { listedFailure } from './listed-failure.ts';
import { OrganisationField } from './OrganisationField.tsx';

type Common = {
  readonly name: string;
  readonly image: string;
  readonly organisation?: number | undefined;
};

type Problems<Values> = Partial<Readonly<Record<keyof Values, string | undefined>>>;

export type EntryFields<Values> = {
  readonly values: Values;
  readonly set: (changed: Partial<Values>) => void;
  /** What is wrong, once the user has tried to save. */
  readonly problems: Problems<Values>;
};

type Props<Values extends Common> = {
  readonly title: string;
  /** The page of the list. */
  readonly list: string;
  readonly initial: Values;
  /** What is wrong with the fields that only this list has. */
  readonly problemsOf: (values: Values) => Problems<Values>;
  readonly save: (values: Values) => Promise<ApiResult<unknown>>;
  /** Undefined = there is nothing to remove yet. */
  readonly remove: (() => Promise<ApiResult<void>>) | undefined;
  readonly onDone: OnEntryDone;
  /** The fields that only this list has. */
  readonly children: (fields: EntryFields<Values>) => ReactNode;
};

/** Adds an entry of a list, or changes or removes one. */
export function EntryForm<Values extends Common>({
  title,
  list,
  initial,
  problemsOf,
  save,
  remove,
  onDone,
  children,
}: Props<Values>) {
  const { t } = useTranslation();
  const { change } = useConsole();
  const [, navigate] = useLocation();
  const isThere = useIsThere();
  const [values, setValues] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const [busy, setBusy] = useState<'save' | 'remove'>();
  const [isAsked, setIsAsked] = useState(false);
  const saved = useUnsaved(values !== initial);
  const set = (changed: Partial<Values>): void => setValues({ ...values, ...changed });
  const common = {
    name: isListedName(values.name.trim()) ? undefined : t('console.listed_name_rule'),
    image: isListedImage(values.image.trim()) ? undefined : t('console.listed_image_rule'),
  };
  const own = problemsOf(values);
  const isRight = Object.values({ ...common, ...own }).every((problem) => problem === undefined);
  const shown = isChecked ? common : undefined;

  async function run(name: 'save' | 'remove', action: () => Promise<ApiResult<unknown>>): Promise<void> {
    setFailure(undefined);
    setIsAsked(false);
    setBusy(name);
    const result = await change(action);
    setBusy(undefined);
    if (!isThere()) return;
    if (result?.ok === true) {
      saved();
      onDone(list, name === 'save' ? 'console.listed_saved' : 'console.listed_removed');
    } else setFailure(result);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (busy !== undefined) return;
    if (isRight) void run('save', () => save(values));
    else focusFirstFault(event.currentTarget, () => setIsChecked(true));
  }

  return (
    <PageFrame title={title} width="narrow" hasFocus>
      <form className={styles.form} onSubmit={submit} noValidate>
        {failure === undefined ? undefined : <Alert type="danger">{t(listedFailure(failure))}</Alert>}
        <TextField
          label={t('console.listed_name')}
          value={values.name}
          onChange={(name) => set({ name } as Partial<Values>)}
          error={shown?.name}
          required
          autoComplete="off"
        />
        {children({ values, set, problems: isChecked ? own : {} })}
        <TextField
          label={t('console.listed_image')}
          hint={t('console.listed_image_hint')}
          value={values.image}
          onChange={(image) => set({ image } as Partial<Values>)}
          error={shown?.image}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <OrganisationField
          value={values.organisation}
          onChange={(organisation) => set({ organisation } as Partial<Values>)}
        />
        <FormBar>
          {remove === undefined ? undefined : (
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
      {remove === undefined || !isAsked ? undefined : (
        <ConfirmDialog
          title={t('console.remove_title', { name: initial.name })}
          confirmLabel={t('console.remove')}
          cancelLabel={t('common.cancel')}
          isDangerous
          onConfirm={() => void run('remove', remove)}
          onCancel={() => setIsAsked(false)}
        >
          {t('console.listed_remove_text')}
        </ConfirmDialog>
      )}
    </PageFrame>
  );
}
