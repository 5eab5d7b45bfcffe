import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './WorkNote.module.css';

export type WorkNoteProps = {
  readonly phase: 'working' | 'done' | 'failed';
  /** The task and its progress; announced when it changes. */
  readonly text: string;
  /** The progress, from 0 to 1. */
  readonly progress?: number;
  /** Buttons, such as stop. */
  readonly action?: ReactNode;
};

/** Shows the progress and the end of a background task, during which the user can continue. */
export function WorkNote({ phase, text, progress = 0, action }: WorkNoteProps) {
  return (
    <div className={styles.note} data-phase={phase}>
      <div className={styles.line}>
        {phase === 'working' ? undefined : (
          <Icon name={phase === 'done' ? 'check' : 'warning'} size="1.25em" />
        )}
        <output className={styles.text}>{text}</output>
        {action}
      </div>
      {phase === 'working' ? (
        <progress className={styles.bar} value={progress} max={1} aria-label={text} />
      ) : undefined}
    </div>
  );
}
