import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FormBar } from '../../ui/page/FormBar.tsx';
import styles from './SettingsForm.module.css';
import { useEdit } from './use-edit.ts';

/** A settings form: Save applies the changes, and Cancel discards them only after a confirmation. */
export function SettingsForm({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { isChanged, isSaving, save, discard, resetSaved } = useEdit();
  const [isAsking, setIsAsking] = useState(false);
  // The message about saving disappears with the page that showed it.
  useEffect(() => resetSaved, [resetSaved]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      {children}
      <FormBar state={isChanged ? t('settings.unsaved') : ''}>
        <Button onPress={isChanged && !isSaving ? () => setIsAsking(true) : undefined}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" kind="primary" isBusy={isSaving}>
          {t('common.save')}
        </Button>
      </FormBar>
      {isAsking ? (
        <ConfirmDialog
          title={t('settings.discard_title')}
          confirmLabel={t('settings.discard')}
          cancelLabel={t('settings.stay')}
          isDangerous
          onConfirm={() => {
            discard();
            setIsAsking(false);
          }}
          onCancel={() => setIsAsking(false)}
        >
          {t('settings.discard_body')}
        </ConfirmDialog>
      ) : undefined}
    </form>
  );
}
