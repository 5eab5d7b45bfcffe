import { Alert } from './Alert.tsx';
import styles from './ErrorSummary.module.css';

export type ErrorSummaryProps = {
  readonly title: string;
  /** In the order of the form. */
  readonly items: readonly { readonly fieldId: string; readonly label: string; readonly text: string }[];
};

/** What has to be put right in a form before it can be sent, each with the way to it. */
export function ErrorSummary({ title, items }: ErrorSummaryProps) {
  return (
    <Alert type="danger">
      <strong>{title}</strong>
      <ul className={styles.list}>
        {items.map(({ fieldId, label, text }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                // Following the address would scroll there and leave the focus behind.
                event.preventDefault();
                event.currentTarget.ownerDocument.getElementById(fieldId)?.focus();
              }}
            >
              {label}: {text}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
