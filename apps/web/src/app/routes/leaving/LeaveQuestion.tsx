import { useLayoutEffect } from 'react';
import { getI18n, useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useStore } from '../../../client/store/store.ts';
import { useAskBeforeUnload } from '../../../client/store/use-ask-before-unload.ts';
import { addPageTexts } from '../../../i18n/page-texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { NotFetched } from '../../../ui/loading/NotFetched.tsx';
import { useFetched } from '../../../ui/loading/use-fetched.ts';
import type { default as LeaveDialog, LeaveDialogProps } from './LeaveDialog.tsx';
import type { LeaveGuard } from './leave-guard.ts';

type Question = typeof LeaveDialog;

let loaded: Question | undefined;

/** Its code is loaded with that of the pages, which have all that can be lost. */
async function load(): Promise<Question> {
  const [dialog] = await Promise.all([import('./LeaveDialog.tsx'), addPageTexts(getI18n())]);
  loaded = dialog.default;
  return loaded;
}

/** Asks before unsaved settings or typed form content would be lost. */
export function LeaveQuestion({ guard }: { readonly guard: LeaveGuard }) {
  const { settingsEditor } = useAppServices();
  const held = useStore(guard.held);
  const { isChanged } = useStore(settingsEditor.state);
  useAskBeforeUnload(isChanged);
  // A layout effect runs before the router's effects, so this listener is added first and called first.
  useLayoutEffect(() => guard.watchHistory(), [guard]);
  return held === undefined ? undefined : <LaterDialog guard={guard} loss={held.loss} />;
}

/** The question; if its code cannot be loaded, a dialog says so, and the user stays on the page. */
function LaterDialog(question: LeaveDialogProps) {
  const { t } = useTranslation();
  const fetched = useFetched(load, loaded);
  if (fetched.phase === 'waiting') return undefined;
  if (fetched.phase === 'ready') return <fetched.value {...question} />;
  const stay = (): void => question.guard.answer(false);
  return (
    <Dialog
      title={t('error.title')}
      onCancel={stay}
      actions={<Button onPress={stay}>{t('common.cancel')}</Button>}
    >
      <NotFetched as="div" isSmall attempts={fetched.attempts} retry={fetched.retry} />
    </Dialog>
  );
}
