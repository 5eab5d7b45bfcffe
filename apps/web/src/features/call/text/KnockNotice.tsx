import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import styles from './Knock.module.css';

/** Which knock of the other party is on; 0 = none. */
const knockOf = ({ panels: { isKnocking, knocks } }: ClientState): number => (isKnocking ? knocks : 0);

/** Says who knocks: at once, for those who do not see the flash, and what the flash means for those who do (RTT-11). */
export function KnockNotice({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const knock = useClient(knockOf);
  // Always there, or its first words would not be said.
  return (
    <div aria-live="assertive" className={styles.notice}>
      {knock === 0 ? undefined : (
        <p key={knock}>
          <bdi>{t('text.knocks', { name })}</bdi>
        </p>
      )}
    </div>
  );
}
