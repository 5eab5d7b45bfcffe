import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import type { Held, LeaveGuard } from './leave-guard.ts';

export type LeaveDialogProps = {
  readonly guard: LeaveGuard;
  readonly loss: Held['loss'];
};

/** The question before settings or a form with changes is left. */
export default function LeaveDialog({ guard, loss }: LeaveDialogProps) {
  const { t } = useTranslation();
  const { settingsEditor } = useAppServices();
  const { isSaving } = useStore(settingsEditor.state);
  if (loss === 'form')
    return (
      <ConfirmDialog
        title={t('settings.discard_title')}
        confirmLabel={t('settings.discard')}
        cancelLabel={t('settings.stay')}
        onConfirm={() => guard.answer(true)}
        onCancel={() => guard.answer(false)}
      >
        {t('common.leave_form')}
      </ConfirmDialog>
    );

  async function saveAndGo(): Promise<void> {
    await settingsEditor.save();
    guard.answer(!settingsEditor.state.get().isChanged);
  }

  return (
    <Dialog
      title={t('settings.leave_title')}
      isBodyDescription
      onCancel={() => guard.answer(false)}
      actions={
        <>
          <Button onPress={() => guard.answer(false)}>{t('settings.stay')}</Button>
          <Button
            onPress={() => {
              settingsEditor.discard();
              guard.answer(true);
            }}
          >
            {t('settings.discard')}
          </Button>
          <Button kind="primary" isBusy={isSaving} onPress={() => void saveAndGo()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      {t('settings.leave_body')}
    </Dialog>
  );
}
