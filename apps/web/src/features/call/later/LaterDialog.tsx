import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { LaterContent } from './LaterContent.tsx';
import { type LaterParts, useLaterParts } from './use-later-parts.ts';

export type LaterDialogProps = {
  /** The title while the dialog is loading. */
  readonly title: string;
  readonly onClose: () => void;
  /** The dialog, which has a title of its own. */
  readonly children: (parts: LaterParts) => ReactNode;
};

/** How long loading takes before the user sees it: a dialog that is replaced immediately would flicker. */
const shownAfterMs = 400;

/**
 * A dialog of a call whose code is loaded when it first opens. If that takes long or fails, a dialog says so;
 * the call continues behind it.
 */
export function LaterDialog({ title, onClose, children }: LaterDialogProps) {
  const { t } = useTranslation();
  const parts = useLaterParts();
  const close = useRef<HTMLButtonElement>(null);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (parts.phase === 'ready') return children(parts.value);
  if (parts.phase === 'waiting' && !isLate) return undefined;
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      actions={
        <Button ref={close} onPress={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <LaterContent for={parts} focusAfterRetry={close} />
    </Dialog>
  );
}
