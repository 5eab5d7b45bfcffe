import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './whole-page.module.css';

export type NotFetchedProps = {
  /** `main` where nothing else is on the page. */
  readonly as: 'main' | 'div';
  /** How often it has been tried. */
  readonly attempts: number;
  readonly retry: () => void;
};

/** In place of a part of the app whose code did not come. What is around it, a call for instance, goes on. */
export function NotFetched({ as: Frame, attempts, retry }: NotFetchedProps) {
  const { t } = useTranslation();
  return (
    <Frame className={styles.page}>
      <span className={styles.sign}>
        <Icon name="warning" size="3.5rem" />
      </span>
      <p role="alert">{t('network.networkError')}</p>
      <Button kind="primary" size="large" onPress={retry}>
        {t('network.retry')}
      </Button>
      {/* The operator may have put a newer version in its place, or the browser remembers the failure. */}
      {attempts > 1 ? <Button onPress={() => location.reload()}>{t('error.reload')}</Button> : undefined}
    </Frame>
  );
}
