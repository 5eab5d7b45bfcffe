import { Activity, type ReactNode } from 'react';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';

export type HiddenInCallProps = { readonly hasCall: boolean; readonly children: ReactNode };

/**
 * The pages. A call hides them and keeps their state, so typed text, open questions and scroll places are still there
 * after it. Their effects end for that time, as if the pages were gone. A page that fails while it is hidden does not
 * end the call (ERR-06). See docs/decisions/0014-a-call-hides-the-pages.md.
 */
export function HiddenInCall({ hasCall, children }: HiddenInCallProps) {
  return (
    <Activity mode={hasCall ? 'hidden' : 'visible'}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Activity>
  );
}
