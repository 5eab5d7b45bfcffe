import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './whole-page.module.css';

export type NotFetchedProps = {
  /** `main` where nothing else is on the page. */
  readonly as: 'main' | 'div';
  readonly onRetry: () => void;
};

/** In place of a part of the app whose code did not come. What is around it, a call for instance, goes on. */
export function NotFetched({ as: Frame, onRetry }: NotFetchedProps) {
  const { t } = useTranslation();
  return (
    <Frame className={styles.page}>
      <span className={styles.sign}>
        <Icon name="warning" size="3.5rem" />
      </span>
      <p role="alert">{t('network.networkError')}</p>
      <Button kind="primary" size="large" onPress={onRetry}>
        {t('network.retry')}
      </Button>
    </Frame>
  );
}
