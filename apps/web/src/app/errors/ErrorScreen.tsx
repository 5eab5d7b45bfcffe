import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from '../../ui/loading/whole-page.module.css';

/** Shown when the app cannot continue: says what happened, and offers to reload the page. */
export function ErrorScreen({ title, message }: { readonly title: string; readonly message?: string }) {
  const { t } = useTranslation();
  return (
    <main className={styles.page} role="alert">
      <span className={styles.sign}>
        <Icon name="warning" size="3.5rem" />
      </span>
      <h1>{title}</h1>
      {message === undefined ? undefined : <p>{message}</p>}
      <Button kind="primary" size="large" onPress={() => location.reload()}>
        {t('error.reload')}
      </Button>
    </main>
  );
}
