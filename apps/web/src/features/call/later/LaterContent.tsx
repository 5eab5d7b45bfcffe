import type { RefObject } from 'react';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { LoadingFallback, type LoadingFallbackProps } from '../../../ui/loading/LoadingFallback.tsx';

export type LaterContentProps = Pick<LoadingFallbackProps, 'for'> & {
  /** Gets the focus when the button that tries again disappears. */
  readonly focusAfterRetry: RefObject<HTMLElement | null>;
};

/** Shown in place of a part of a call that is being loaded, or after loading has failed. */
export function LaterContent({ for: parts, focusAfterRetry }: LaterContentProps) {
  const { ref } = useFocusReturn(() => focusAfterRetry.current);
  return (
    <div key={parts.phase} ref={ref}>
      <LoadingFallback for={parts} place="part" />
    </div>
  );
}
