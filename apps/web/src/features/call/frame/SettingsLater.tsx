import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';

export type SettingsLaterProps = {
  /** The media that are off in the settings. */
  readonly off: 'audio' | 'video' | 'both';
  /** Opens the settings, which become visible when the call has ended. */
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Tells why a medium cannot be turned on now, and offers to show the settings after the call (INCALL-24). */
export function SettingsLater({ off, onConfirm, onCancel }: SettingsLaterProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t(`call.off.${off}`)}
      confirmLabel={t('call.off_open')}
      cancelLabel={t('common.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t(off === 'both' ? 'call.off_why_both' : 'call.off_why')}</p>
    </ConfirmDialog>
  );
}
