import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, type AlertType } from '../../../ui/Alert.tsx';

export type OutcomeProps = {
  readonly type: AlertType;
  readonly children: ReactNode;
  /** Another one for each try, so that the same words are heard again. */
  readonly of?: unknown;
};

/** What has come of it; gets the focus, because that is what a person has been waiting for. */
export function Outcome({ type, children, of }: OutcomeProps) {
  const alert = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each try is told anew.
  useEffect(() => alert.current?.focus(), [of]);
  return (
    <Alert type={type} ref={alert}>
      {children}
    </Alert>
  );
}
