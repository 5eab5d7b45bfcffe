import { type ComponentType, lazy, Suspense } from 'react';
import { useFeature } from '../../client/hooks/use-feature.ts';
import type { DoNotDisturbProps } from '../../features/do-not-disturb/DoNotDisturb.tsx';

/** If its code cannot be loaded, nothing is shown, and the rest of the page works. */
const Later = lazy<ComponentType<DoNotDisturbProps>>(() =>
  import('../../features/do-not-disturb/load-do-not-disturb.ts')
    .then(({ load }) => load())
    .catch(() => ({ default: () => undefined })),
);

/** A part of do not disturb (decision D86), once its code is loaded. */
export function DoNotDisturb(props: DoNotDisturbProps) {
  return (
    useFeature('doNotDisturb') && (
      <Suspense fallback={<span hidden aria-busy="true" />}>
        <Later {...props} />
      </Suspense>
    )
  );
}
