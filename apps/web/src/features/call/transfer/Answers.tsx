import { type ReactNode, useRef } from 'react';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { useShortcuts } from '../in-call/use-shortcuts.ts';
import styles from './TransferNotice.module.css';

export type AnswersProps = {
  /** A call waits behind, so that the shortcut changes between the calls (decision D85). */
  readonly isBesideWaiting?: boolean;
  readonly children: ReactNode;
};

/**
 * Buttons of a notice that stays when they go; the focus then returns to where it was. The shortcut of a second caller
 * leads to them, because a notice takes no focus from the text that the user writes.
 */
export function Answers({ isBesideWaiting = false, children }: AnswersProps) {
  const answers = useRef<HTMLDivElement>(null);
  const lead = (): void => answers.current?.querySelector('button')?.focus();
  useShortcuts({ secondCall: isBesideWaiting ? undefined : lead });
  return (
    <div {...useFocusReturn()}>
      <div ref={answers} className={styles.answers} data-answers>
        {children}
      </div>
    </div>
  );
}
