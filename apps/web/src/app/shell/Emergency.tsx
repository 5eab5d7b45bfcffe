import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useFeature } from '../../client/hooks/use-feature.ts';
import type { EmergencyProps } from '../../features/emergency/Emergency.tsx';

/** Without its code the page works, and emergency numbers can be dialled. */
const Later = lazy<ComponentType<EmergencyProps>>(() =>
  import('../../features/emergency/load-emergency.ts')
    .then(({ load }) => load())
    .catch(() => ({ default: () => undefined })),
);

const waiting: { readonly [Place in EmergencyProps['place']]?: ReactNode } = {
  header: <span hidden aria-busy="true" />,
  tabs: <li hidden aria-busy="true" />,
};

/** The emergency button (decision D89), once its code is loaded. */
export function Emergency(props: EmergencyProps) {
  return (
    useFeature('emergency') && (
      <Suspense fallback={waiting[props.place]}>
        <Later {...props} />
      </Suspense>
    )
  );
}
