import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, type AlertType } from '../../../ui/notices/Alert.tsx';

export type OutcomeProps = {
  readonly type: AlertType;
  readonly children: ReactNode;
  /** A new value for each attempt, so that the same text is announced again. */
  readonly of?: unknown;
};

/** An alert with the outcome of a form; it takes the focus, because the user waits for it. */
export function Outcome({ type, children, of }: OutcomeProps) {
  const alert = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each attempt is announced.
  useEffect(() => alert.current?.focus(), [of]);
  return (
    <Alert type={type} ref={alert}>
      {children}
    </Alert>
  );
}
