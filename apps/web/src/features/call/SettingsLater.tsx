import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

export type SettingsLaterProps = {
  /** What the call lacks because its setting is off. */
  readonly off: 'audio' | 'video' | 'both';
  /** Lets the settings be what is seen when the call has ended. */
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Why a medium cannot be turned on now (INCALL-24): whoever wants to change that must not lose the call by it. */
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
