import { isFeatureOn } from '@samtal/api-contract';
import type { ReactNode } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { BrandMark } from '../shell/BrandMark.tsx';
import { ContrastButton } from '../shell/ContrastButton.tsx';
import styles from './SignedOutApp.module.css';

/** The contrast button and the operator's logo and name, around the content of the kiosk. */
export function KioskFrame({ children }: { readonly children: ReactNode }) {
  const { brand } = useAppServices();
  return (
    <div className={styles.app}>
      <header className={styles.header}>
        {isFeatureOn(brand.features.contrast, undefined) ? <ContrastButton /> : undefined}
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
