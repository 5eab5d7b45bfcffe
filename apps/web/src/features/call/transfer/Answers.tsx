import { type ReactNode, useRef } from 'react';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { useShortcuts } from '../in-call/use-shortcuts.ts';
import styles from './TransferNotice.module.css';

/**
 * Buttons of a notice that stays when they go; the focus then returns to where it was. The shortcut of a second caller
 * leads to them, because a notice takes no focus from the text that the user writes.
 */
export function Answers({ children }: { readonly children: ReactNode }) {
  const answers = useRef<HTMLDivElement>(null);
  useShortcuts({ secondCall: () => answers.current?.querySelector('button')?.focus() });
  return (
    <div {...useFocusReturn()}>
      <div ref={answers} className={styles.answers}>
        {children}
      </div>
    </div>
  );
}
