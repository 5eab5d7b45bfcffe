import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Avatar } from './Avatar.tsx';
import styles from './CallFrame.module.css';
import stage from './stage.module.css';

export type CallFaceProps = {
  /** The other party. */
  readonly name: string;
  /** What is going on, in one sentence. */
  readonly title: ReactNode;
  readonly titleId: string;
  readonly isPulsing?: boolean;
  /** What else there is to know. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** The middle of every screen around a call: who, what is going on, what can be done. */
export function CallFace({ name, title, titleId, isPulsing = false, children, actions }: CallFaceProps) {
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
    </div>
  );
}

export type CallFrameProps = Omit<CallFaceProps, 'titleId'> & {
  /**
   * What gets the focus when the screen opens. The title, which is then read out, where a key pressed on while the
   * screen changed must not press a button: somebody may have been typing.
   */
  readonly focus?: 'title' | 'action';
};

/** A whole screen around a call that waits for somebody or tells how it ended. */
export function CallFrame({ focus, ...face }: CallFrameProps) {
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const target = focus === undefined ? undefined : { title: 'h1', action: 'button' }[focus];
    if (target !== undefined) frame.current?.querySelector<HTMLElement>(target)?.focus();
  }, [focus]);
  return (
    <main ref={frame} className={classNames(stage.stage, styles.frame)} aria-labelledby={titleId}>
      <CallFace {...face} titleId={titleId} />
    </main>
  );
}
