import styles from './SkipLink.module.css';

/** First stop of Tab: skips the menu (WCAG 2.4.1). `target` is the id of an element with tabindex -1. */
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
