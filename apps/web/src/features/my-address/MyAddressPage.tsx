import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { callLinkTo } from '../../client/people/call-link.ts';
import { useStore } from '../../client/store/store.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { AddressText } from '../../ui/page/AddressText.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { QrCode } from '../../ui/qr-code/QrCode.tsx';
import { CallLinkHandler } from './CallLinkHandler.tsx';
import styles from './MyAddressPage.module.css';
import { ownAddressOf } from './own-address.ts';

export type MyAddressPageProps = {
  /** Links to `/call/<address>` work; otherwise the link is a SIP address. */
  readonly hasLink: boolean;
};

/** The user's address, as a link and a QR code to share (decision D72). */
export default function MyAddressPage({ hasLink }: MyAddressPageProps) {
  const { t } = useTranslation();
  const { session } = useAppServices();
  const { base } = useRouter();
  const state = useStore(session.state);
  const [outcome, setOutcome] = useState<TextKey>();
  const address = state.phase === 'signedIn' ? ownAddressOf(state.user) : undefined;
  if (address === undefined) return undefined;
  const page = `${location.origin}${base}`;
  const link = hasLink ? callLinkTo(address, page) : `sip:${address}`;
  const words = t('myaddress.sharetext', { address });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setOutcome('about.copied');
    } catch {
      setOutcome('about.notcopied');
    }
  }
  // A user who closes the device's list has changed their mind, which is not a failure.
  const share = (): void => void navigator.share({ text: words, url: link }).catch(() => undefined);

  return (
    <PageFrame title={t('myaddress.title')} width="narrow" hasFocus>
      <p>{t('myaddress.intro')}</p>
      <Card className={styles.card}>
        <h2 className={styles.address}>
          <AddressText>{address}</AddressText>
        </h2>
        <QrCode text={link} label={t('myaddress.qr')} />
        <p className={styles.link} dir="ltr">
          <AddressText>{link}</AddressText>
        </p>
        <div className={styles.actions}>
          {'share' in navigator ? (
            <Button kind="primary" icon="upload" onPress={share}>
              {t('myaddress.share')}
            </Button>
          ) : undefined}
          <Button
            kind={'share' in navigator ? 'secondary' : 'primary'}
            icon="copy"
            onPress={() => void copy()}
          >
            {t('myaddress.copy')}
          </Button>
        </div>
        <output>{outcome === undefined ? '' : t(outcome)}</output>
      </Card>
      {hasLink ? <CallLinkHandler page={page} /> : undefined}
    </PageFrame>
  );
}
