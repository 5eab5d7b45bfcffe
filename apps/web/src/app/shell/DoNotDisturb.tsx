import { type ComponentType, lazy, Suspense } from 'react';
import { useFeature } from '../../client/hooks/use-feature.ts';
import type { DoNotDisturbProps } from '../../features/do-not-disturb/DoNotDisturb.tsx';

/** Without its code the page works, as where the brand does not have it. */
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
