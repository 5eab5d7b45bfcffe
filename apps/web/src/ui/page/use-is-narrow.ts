import { useSyncExternalStore } from 'react';

/**
 * A narrow window (992 px, more with larger text), or a phone or tablet in either orientation (NAV-08). The
 * style sheets have the same query.
 */
const query = '(max-width: 61.99em), (hover: none) and (pointer: coarse)';

const subscribe = (listener: () => void): (() => void) => {
  const narrow = matchMedia(query);
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Whether menu and content are shown one at a time, for what a style sheet cannot do, such as roles. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
