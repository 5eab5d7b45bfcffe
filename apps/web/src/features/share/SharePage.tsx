import type { Features } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRouter, useSearch } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { sharedIn } from '../../client/installable-app/shared.ts';
import { keepSharedText } from '../../client/installable-app/shared-text.ts';
import { callLinkTo } from '../../client/people/call-link.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './SharePage.module.css';

/**
 * What another app has shared, with what can be done with it (decision D79). Nothing is called, written or sent
 * without a press of the user.
 */
export function SharePage({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const { brand, tabStore } = useAppServices();
  const { base } = useRouter();
  const [, navigate] = useLocation();
  const { address, text } = sharedIn(useSearch(), `${location.origin}${base}`);
  const [kept, setKept] = useState('');
  const dialled = features.call && features.callLinks ? address : undefined;
  const written = features.text && text !== '' ? text : undefined;
  return (
    <PageFrame title={t('share.title', { brand: brand.name })} width="narrow" hasFocus>
      {text === '' ? undefined : (
        <Card>
          <p className={styles.text} dir="auto">
            {text}
          </p>
        </Card>
      )}
      {dialled === undefined ? undefined : (
        <Card className={styles.choice}>
          <Button
            kind="primary"
            icon="phone"
            onPress={() => navigate(callLinkTo(dialled, ''), { replace: true })}
          >
            {t('share.dial', { address: dialled })}
          </Button>
          <p>{t('share.dial_hint', { call: t('common.call') })}</p>
        </Card>
      )}
      {written === undefined ? undefined : (
        <Card className={styles.choice}>
          <Button
            icon="text"
            onPress={() => {
              keepSharedText(tabStore, written);
              setKept(written);
            }}
          >
            {t('share.keep')}
          </Button>
          <Note>{kept === written ? t('share.kept', { phrases: t('text.phrases') }) : undefined}</Note>
        </Card>
      )}
      {dialled === undefined && written === undefined ? <p>{t('share.empty')}</p> : undefined}
    </PageFrame>
  );
}
