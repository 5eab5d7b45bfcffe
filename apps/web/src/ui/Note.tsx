import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Note.module.css';

/** A remark that comes and goes with what it is about; always there itself, so that it is spoken when it comes. */
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
