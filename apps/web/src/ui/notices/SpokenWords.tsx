import { type ReactNode, useEffect, useState } from 'react';

/** Long enough for a screen reader to take notice of a new live region. */
const NOTICED_MS = 200;

export type SpokenWordsProps = {
  /** Words alone: what else the notice has, such as buttons, stands beside them. */
  readonly children: ReactNode;
  /** Screen readers say the words immediately, and do not wait for a pause in what they are saying. */
  readonly isUrgent?: boolean;
};

/**
 * The words of a notice, in a live region of their own. Screen readers announce only what changes in a live region that
 * is in the page already, so they get the words a moment after the region, unless these are urgent. Everyone else sees
 * them immediately.
 */
export function SpokenWords({ isUrgent = false, ...rest }: SpokenWordsProps) {
  // Words that become urgent, or stop being so, come with another live region.
  return <SpokenRegion key={isUrgent ? 'alert' : 'status'} isUrgent={isUrgent} {...rest} />;
}

function SpokenRegion({ children, isUrgent }: SpokenWordsProps) {
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
