import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import styles from './FormFrame.module.css';
import type { AccountForm } from './use-account-form.ts';

export type FormFrameProps<Name extends string> = {
  readonly form: AccountForm<Name>;
  readonly labelOf: (name: Name) => string;
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly submitKind?: 'primary' | 'danger';
  readonly isBusy: boolean;
  /** True = something other than the fields, such as a captcha, prevents sending. */
  readonly isHeldUp?: boolean;
  /** Called only for a valid form. */
  readonly onSend: () => void;
  /** The fields. */
  readonly children: ReactNode;
  /** Elements beside the submit button. */
  readonly actions?: ReactNode;
  /** The server's answer to the last attempt. */
  readonly outcome?: ReactNode;
};

/** A form and its submit button. Submitting with errors lists them and focuses the first invalid field. */
export function FormFrame<Name extends string>({
  form,
  labelOf,
  submitLabel,
  busyLabel,
  submitKind = 'primary',
  isBusy,
  isHeldUp = false,
  onSend,
  children,
  actions,
  outcome,
}: FormFrameProps<Name>) {
  const { t } = useTranslation();
  const [first] = form.problems;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy) return;
    if (first === undefined) {
      if (!isHeldUp) onSend();
      return;
    }
    form.showProblems();
    event.currentTarget.ownerDocument.getElementById(first.fieldId)?.focus();
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {outcome}
      {form.wasSent && first !== undefined ? (
        <ErrorSummary
          title={t('common.check_fields')}
          items={form.problems.map(({ name, fieldId, text }) => ({ fieldId, text, label: labelOf(name) }))}
        />
      ) : undefined}
      {children}
      <div className={styles.actions}>
        <Button
          type="submit"
          kind={submitKind}
          size="large"
          isBusy={isBusy}
          isIncomplete={isHeldUp || first !== undefined}
        >
          {isBusy ? busyLabel : submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  );
}
