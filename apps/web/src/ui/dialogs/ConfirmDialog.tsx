import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Dialog } from './Dialog.tsx';

export type ConfirmDialogProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isDangerous?: boolean;
  /** The confirmed action is still running. */
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks before an action (NAV-09). Escape and Cancel change nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      title={props.title}
      isBodyDescription
      onCancel={props.onCancel}
      actions={
        <>
          <Button onPress={props.onCancel}>{props.cancelLabel}</Button>
          <Button
            kind={props.isDangerous ? 'danger' : 'primary'}
            isBusy={props.isBusy ?? false}
            onPress={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
