import { type ReactNode, use, useEffect, useId, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Avatar } from './Avatar.tsx';
import styles from './CallFrame.module.css';
import { EmergencyContext } from './emergency-context.ts';
import stage from './stage.module.css';

export type CallFaceProps = {
  /** Name of the remote user. */
  readonly name: string;
  /** State of the call, in one sentence. */
  readonly title: ReactNode;
  readonly titleId: string;
  readonly isPulsing?: boolean;
  /** Shown between the title and the actions: the address, a spinner, or the text of the call. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** The content of each screen before and after a call: avatar, state and actions. */
export function CallFace({ name, title, titleId, isPulsing = false, children, actions }: CallFaceProps) {
  const showEmergency = use(EmergencyContext);
  return (
    <div className={styles.face}>
      <div className={styles.portrait}>
        <Avatar name={name} isPulsing={isPulsing} />
      </div>
      <h1 id={titleId} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.rest}>{children}</div>
      {actions === undefined ? undefined : <div className={styles.actions}>{actions}</div>}
      {showEmergency?.({ place: 'call' })}
    </div>
  );
}

export type CallFrameProps = Omit<CallFaceProps, 'titleId'> & {
  /**
   * Element that gets the focus when the screen opens. A focused title is read out, and a key that is still
   * held down cannot press a button: the user may have been typing while the screen changed. A focused field
   * takes what the user types; without a field, the title has the focus.
   */
  readonly focus?: 'title' | 'field';
};

/** A whole screen for a call that waits for an answer, is being set up, or has ended. */
export function CallFrame({ focus, ...face }: CallFrameProps) {
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focus === undefined) return;
    const field = focus === 'field' ? frame.current?.querySelector('textarea') : undefined;
    (field ?? frame.current?.querySelector('h1'))?.focus();
  }, [focus]);
  return (
    <main ref={frame} className={classNames(stage.stage, styles.frame)} aria-labelledby={titleId}>
      <CallFace {...face} titleId={titleId} />
    </main>
  );
}
