import type { Brand } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import styles from './DemoAccounts.module.css';

export type DemoAccountsProps = {
  readonly accounts: NonNullable<Brand['demo']>['accounts'];
  readonly onChoose: (username: string) => void;
};

/** The accounts of a demonstration; a press on one fills in the form (D74). */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.demo} aria-labelledby={id}>
      <p id={id} className={styles.title}>
        {t('login.demo_title')}
      </p>
      <p>{t('login.demo_hint')}</p>
      <ul className={styles.accounts}>
        {accounts.map((username) => (
          <li key={username}>
            <Button icon="user" onPress={() => onChoose(username)}>
              <bdi>{username}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
