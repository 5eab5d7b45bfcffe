import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Note.module.css';

/** A remark whose text comes and goes. The element always stays in the page, so that new text is announced. */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <output className={styles.note}>
      {children === undefined ? undefined : (
        <>
          <Icon name="info" size="1.25em" />
          <span>{children}</span>
        </>
      )}
    </output>
  );
}
