import { Alert } from '../notices/Alert.tsx';
import styles from './ErrorSummary.module.css';

export type ErrorSummaryProps = {
  readonly title: string;
  /** The errors, in the order of the fields in the form. */
  readonly items: readonly { readonly fieldId: string; readonly label: string; readonly text: string }[];
};

/** The errors of a form that could not be sent, each with a link to its field. */
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
                // Following the link would scroll but not move the focus.
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
