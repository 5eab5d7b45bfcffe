import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useWebPush } from '../../client/hooks/use-web-push.ts';
import { useStore } from '../../client/store/store.ts';
import type { WebPush } from '../../client/web-push/web-push.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts';
import { Invitation } from '../../ui/notices/Invitation.tsx';

/** Offers, until it is answered, that this device rings while the page is closed (decision D78). */
export function WebPushOffer() {
  const webPush = useWebPush();
  return webPush === undefined ? undefined : <Offer webPush={webPush} />;
}

function Offer({ webPush }: { readonly webPush: WebPush }) {
  return useStore(webPush.isOfferDue) ? <Words webPush={webPush} /> : undefined;
}

function Words({ webPush: { setWanted } }: { readonly webPush: WebPush }) {
  const { t } = useTranslation();
  return (
    <div {...useFocusReturn()}>
      <Invitation
        label={t('webpush.title')}
        actions={
          <>
            <Button kind="primary" onPress={() => void setWanted(true)}>
              {t('webpush.offer_yes')}
            </Button>
            <Button kind="quiet" onPress={() => void setWanted(false)}>
              {t('webpush.offer_no')}
            </Button>
          </>
        }
      >
        {t('webpush.offer')} <Link href="/settings/ringtone">{t('webpush.more')}</Link>
      </Invitation>
    </div>
  );
}
