import styles from './SkipLink.module.css';

/** First stop of Tab: past the menu to the content (WCAG 2.4.1). `target` is the id of an element with tabindex -1. */
export function SkipLink({ target, label }: { readonly target: string; readonly label: string }) {
  return (
    <a
      className={styles.link}
      href={`#${target}`}
      onClick={(event) => {
        // The address stays that of the page.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {label}
    </a>
  );
}
