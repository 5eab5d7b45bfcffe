import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import styles from './whole-page.module.css';

export type NotFetchedProps = {
  /** `main` if the page has no other content. */
  readonly as: 'main' | 'div';
  /** As small as possible, for a part of a page. */
  readonly isSmall?: boolean;
  /** Whether reloading the page is a way out: a call would end. */
  readonly canReload?: boolean;
  /** The number of attempts so far. */
  readonly attempts: number;
  readonly retry: () => void;
};

/**
 * Shown in place of a part of the app whose code could not be loaded. The rest, for example a call,
 * continues.
 */
export function NotFetched({
  as: Frame,
  isSmall = false,
  canReload = !isSmall,
  attempts,
  retry,
}: NotFetchedProps) {
  const { t } = useTranslation();
  return (
    <Frame className={isSmall ? styles.part : styles.page}>
      <span className={styles.sign}>
        <Icon name="warning" size={isSmall ? '2rem' : '3.5rem'} />
      </span>
      <p role="alert">{t('network.networkError')}</p>
      <Button kind="primary" size={isSmall ? 'medium' : 'large'} onPress={retry}>
        {t('network.retry')}
      </Button>
      {/* A reload helps if a newer version was installed, or if the browser has cached the failure. */}
      {attempts > 1 && canReload ? (
        <Button onPress={() => location.reload()}>{t('error.reload')}</Button>
      ) : undefined}
    </Frame>
  );
}
