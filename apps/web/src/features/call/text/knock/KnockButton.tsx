import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { ariaOf } from '../../in-call/call-shortcuts.ts';
import { useShortcuts } from '../../in-call/use-shortcuts.ts';
import styles from './Knock.module.css';

const CONFIRMED_MS = 3000;

/** Button that knocks to get the attention of the remote user, and confirms each knock. */
export function KnockButton({ onKnock }: { readonly onKnock: (() => void) | undefined }) {
  const { t } = useTranslation();
  const [knocks, setKnocks] = useState(0);
  const [confirmedUpTo, setConfirmedUpTo] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setConfirmedUpTo(knocks), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [knocks]);
  const knock =
    onKnock &&
    ((): void => {
      onKnock();
      setKnocks(knocks + 1);
    });
  useShortcuts({ knock });
  return (
    <>
      <output className={styles.confirmation}>
        {knocks > confirmedUpTo ? <span key={knocks}>{t('text.knocked')}</span> : undefined}
      </output>
      <div className={styles.knock}>
        <Button kind="quiet" icon="bell" aria-keyshortcuts={ariaOf('knock')} onPress={knock}>
          {t('toolbar.knock')}
        </Button>
      </div>
    </>
  );
}
