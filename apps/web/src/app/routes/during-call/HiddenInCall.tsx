import { Activity, memo, type ReactNode } from 'react';
import { ErrorBoundary } from '../../errors/ErrorBoundary.tsx';

export type HiddenInCallProps = { readonly hasCall: boolean; readonly children: ReactNode };

/**
 * The signed-in user's pages. A call hides them and keeps their state: typed text, open questions, scroll
 * positions. React removes their effects for that time. A page that fails while it is hidden does not end the
 * call (ERR-06). See docs/decisions/0014-a-call-hides-the-pages.md.
 */
export function HiddenInCall({ hasCall, children }: HiddenInCallProps) {
  return (
    <Activity mode={hasCall ? 'hidden' : 'visible'}>
      <Pages isHidden={hasCall}>{children}</Pages>
    </Activity>
  );
}

type PagesProps = { readonly isHidden: boolean; readonly children: ReactNode };

/** Hidden pages get what has changed when the call ends. Until then, rendering them would only delay the call. */
const Pages = memo(
  ({ children }: PagesProps) => <ErrorBoundary>{children}</ErrorBoundary>,
  (_before, { isHidden }) => isHidden,
);
