import { type ReactNode, useEffect, useState } from 'react';

/** Long enough for a screen reader to take notice of a new live region. */
const NOTICED_MS = 200;

export type SpokenWordsProps = {
  /** Words alone: what else the notice has, such as buttons, stands beside them. */
  readonly children: ReactNode;
  /** Screen readers say it immediately, not at the next pause. */
  readonly isUrgent?: boolean;
};

/**
 * The words of a notice that comes together with them. Screen readers announce only what changes in a live region that is
 * there already, so they get polite words a moment after it; everyone else sees them immediately.
 */
export function SpokenWords({ children, isUrgent = false }: SpokenWordsProps) {
  const [isNoticed, setIsNoticed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsNoticed(true), NOTICED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role={isUrgent ? 'alert' : 'status'}>
      <div aria-hidden={!isNoticed && !isUrgent}>{children}</div>
    </div>
  );
}
