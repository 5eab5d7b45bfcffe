import type { ReactNode } from 'react';
import { BrandMark } from '../shell/BrandMark.tsx';
import { DisplayChoices } from '../shell/menu/DisplayChoices.tsx';
import styles from './SignedOutApp.module.css';

/** The choices of appearance and language, and the operator's logo and name, around the content of the kiosk. */
export function KioskFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.app}>
      <header className={styles.header}>
        <DisplayChoices />
      </header>
      <main className={styles.main}>
        <div className={styles.brand}>
          <BrandMark />
        </div>
        {children}
      </main>
    </div>
  );
}
