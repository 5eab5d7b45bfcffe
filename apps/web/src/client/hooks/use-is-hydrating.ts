import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page is still what the server rendered for every visitor: true on the server and while React
 * takes the page over. What depends on the device or the browser's storage is shown afterwards.
 */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
