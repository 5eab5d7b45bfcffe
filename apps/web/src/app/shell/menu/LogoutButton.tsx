import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { LogoutQuestion } from './LogoutQuestion.tsx';
import styles from './menu-entry.module.css';

/** The menu entry that logs out, after a question. */
export function LogoutButton({ label }: { readonly label: 'menu.logout' | 'menu.exit' }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className={styles.entry} onClick={() => setIsAsking(true)}>
        <Icon name="logOut" />
        {t(label)}
      </button>
      {isAsking ? <LogoutQuestion onCancel={() => setIsAsking(false)} /> : undefined}
    </>
  );
}
