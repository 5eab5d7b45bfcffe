import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import styles from './FormFrame.module.css';
import type { AccountForm } from './use-account-form.ts';

export type FormFrameProps<Name extends string> = {
  readonly form: AccountForm<Name>;
  readonly labelOf: (name: Name) => string;
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly isBusy: boolean;
  /** Something besides the fields stands in the way, such as a captcha. */
  readonly isHeldUp?: boolean;
  /** Only called when nothing is wrong. */
  readonly onSend: () => void;
  /** The fields. */
  readonly children: ReactNode;
  /** Beside the button that sends. */
  readonly actions?: ReactNode;
  /** What the server said about the last try. */
  readonly outcome?: ReactNode;
};

/** A form and its one button: sent as long as something is wrong, it says what, and goes to the first of it. */
export function FormFrame<Name extends string>({
  form,
  labelOf,
  submitLabel,
  busyLabel,
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
          kind="primary"
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
