import styles from './SkipLink.module.css';

/**
 * A link that skips the menu; Tab reaches it first (WCAG 2.4.1). `target` is the id of an element with
 * tabindex -1.
 */
export function SkipLink({ target, label }: { readonly target: string; readonly label: string }) {
  return (
    <a
      className={styles.link}
      href={`#${target}`}
      onClick={(event) => {
        // The address of the page stays the same.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {label}
    </a>
  );
}
