import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';
import { useAskBeforeUnload } from '../../client/store/use-ask-before-unload.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { LeaveGuard } from './leave-guard.ts';

/** Asks before unsaved settings or typed form content would be lost. */
export function LeaveQuestion({ guard }: { readonly guard: LeaveGuard }) {
  const { t } = useTranslation();
  const { settingsEditor } = useAppServices();
  const held = useStore(guard.held);
  const { isChanged, isSaving } = useStore(settingsEditor.state);
  useAskBeforeUnload(isChanged);
  // A layout effect runs before the router's effects, so this listener is added first and called first.
  useLayoutEffect(() => guard.watchHistory(), [guard]);
  if (held === undefined) return undefined;
  if (held.loss === 'form')
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
