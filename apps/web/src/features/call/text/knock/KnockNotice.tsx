import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../../client/hooks/use-client.ts';
import styles from './Knock.module.css';

/** Number of the current knock of the remote user; 0 = none. */
const knockOf = ({ panels: { isKnocking, knocks } }: ClientState): number => (isKnocking ? knocks : 0);

/** Announces the name of the remote user who knocks, and explains the flash on the screen (RTT-11). */
export function KnockNotice({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const knock = useClient(knockOf);
  // This element is always in the page: only changes of a live region are announced.
  return (
    <div aria-live="assertive" className={styles.notice}>
      {knock === 0 ? undefined : <p key={knock}>{t('text.knocks', { name })}</p>}
    </div>
  );
}
