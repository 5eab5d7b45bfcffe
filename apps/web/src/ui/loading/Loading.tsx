import { useTranslation } from 'react-i18next';
import { Spinner } from '../notices/Spinner.tsx';
import styles from './whole-page.module.css';

export type LoadingProps = {
  /** `main` in place of a whole screen, `div` in place of the content of a page. */
  readonly as?: 'main' | 'div';
  /** As small as possible, for a part of a page. */
  readonly isSmall?: boolean;
  readonly label?: string;
};

/** Shown while a screen, or the code of a page, is loading (ROUTE-33). */
export function Loading({ as: Element = 'main', isSmall = false, label }: LoadingProps) {
  const { t } = useTranslation();
  return (
    <Element className={isSmall ? styles.part : styles.page} aria-busy="true">
      <Spinner label={label ?? t('common.loading')} />
    </Element>
  );
}
