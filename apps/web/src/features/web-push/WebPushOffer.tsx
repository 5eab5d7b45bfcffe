import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useWebPush } from '../../client/hooks/use-web-push.ts';
import { useStore } from '../../client/store/store.ts';
import { wordsOf } from '../../client/web-push/push-words.ts';
import type { WebPush } from '../../client/web-push/web-push.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts';
import { Invitation } from '../../ui/notices/Invitation.tsx';
import { Note } from '../../ui/notices/Note.tsx';

export type WebPushOfferProps = {
  /** What is shown while nothing is offered. */
  readonly otherwise: ReactNode;
};

/** Offers, until it is answered, that this device rings while the page is closed (decision D78). */
export function WebPushOffer({ otherwise }: WebPushOfferProps) {
  const webPush = useWebPush();
  return webPush === undefined ? otherwise : <Offer webPush={webPush} otherwise={otherwise} />;
}

function Offer({ webPush, otherwise }: WebPushOfferProps & { readonly webPush: WebPush }) {
  return useStore(webPush.isOfferDue) ? <Words webPush={webPush} /> : otherwise;
}

function Words({ webPush: { state, isOfferDue, setWanted } }: { readonly webPush: WebPush }) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const note = wordsOf(useStore(state));
  /** The offer is gone when it is known whether the device rings, so an alert says it. */
  const accept = async (): Promise<void> => {
    await setWanted(true);
    const outcome = state.get();
    const key = wordsOf(outcome);
    if (isOfferDue.get() || key === undefined) return;
    const type = outcome.phase === 'on' ? 'success' : 'info';
    alerts.show({ id: 'webPush', type, message: { key } }, { hint: true });
  };
  return (
    <div {...useFocusReturn()}>
      <Invitation
        label={t('webpush.title')}
        note={<Note>{note === undefined ? undefined : t(note)}</Note>}
        actions={
          <>
            <Button kind="primary" onPress={() => void accept()}>
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
