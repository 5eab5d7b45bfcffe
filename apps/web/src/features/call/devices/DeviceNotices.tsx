import { useTranslation } from 'react-i18next';
import { useDevices } from '../../../client/hooks/use-client.ts';
import { deviceFailureWords } from '../../../client/media/device-failure-words.ts';
import type { DeviceNotice, DeviceServices } from '../../../client/ports/device-ports.ts';
import { useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';

/** Notices about the call's devices: a change, a failure, or an offer to use a device that is back. */
export function DeviceNotices() {
  const devices = useDevices();
  return devices === undefined ? undefined : <Notices devices={devices} />;
}

function Notices({ devices: { inCall } }: { readonly devices: DeviceServices }) {
  const { t } = useTranslation();
  const { notice } = useStore(inCall.state);
  const words = useNoticeWords();
  const focusReturn = useFocusReturn();
  if (notice === undefined) return undefined;
  return (
    <div {...focusReturn}>
      <Alert type="info" isInLiveRegion dismissLabel={t('error.dismiss')} onDismiss={inCall.dismissNotice}>
        <SpokenWords>
          <p dir="auto">{words(notice)}</p>
        </SpokenWords>
        {notice.kind === 'offered' ? <Offer notice={notice} onUse={inCall.use} /> : undefined}
      </Alert>
    </div>
  );
}

type OfferProps = {
  readonly notice: Extract<DeviceNotice, { kind: 'offered' }>;
  readonly onUse: DeviceServices['inCall']['use'];
};

function Offer({ notice: { device }, onUse }: OfferProps) {
  const { t } = useTranslation();
  // When another notice replaces the offer, the focus on its button must not be lost.
  const focusReturn = useFocusReturn();
  const { kind } = device;
  if (kind === 'speaker') return undefined;
  return (
    <span {...focusReturn}>
      <Button onPress={() => onUse(kind, device)}>{t('call.devices_use')}</Button>
    </span>
  );
}

function useNoticeWords(): (notice: DeviceNotice) => string {
  const { t } = useTranslation();
  return (notice) => {
    switch (notice.kind) {
      case 'missing':
        return t('call.devices_missing', { wanted: notice.wanted, used: notice.used });
      case 'vanished':
        return notice.used === undefined
          ? t('call.devices_gone', { lost: notice.lost })
          : t('call.devices_vanished', { lost: notice.lost, used: notice.used });
      case 'offered':
        return t('call.devices_offered', { device: notice.device.label });
      case 'failed':
        return t(deviceFailureWords[notice.failure]);
    }
  };
}
