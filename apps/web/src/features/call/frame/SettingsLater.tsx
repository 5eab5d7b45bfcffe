import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';

export type SettingsLaterProps = {
  /** The media that are off in the settings. */
  readonly off: 'audio' | 'video' | 'both';
  /** Opens the settings when the call has ended. */
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Explains why a medium cannot be turned on now (INCALL-24), and offers the settings for after the call. */
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
      <p>{t('call.off_why')}</p>
    </ConfirmDialog>
  );
}
