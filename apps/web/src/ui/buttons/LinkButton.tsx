import { classNames } from '../class-names.ts';
import styles from './Button.module.css';

/** A link to another site, or to a page of the server, that looks like a wide button. It works without a script. */
export function LinkButton({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} className={classNames(styles.button, styles.secondary, styles.wide, styles.link)}>
      {children}
    </a>
  );
}
