import { useState } from 'react';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';

/**
 * How the two videos of a call share their place: the own video small over the other, the other small over
 * the own, or both of the same size, for two signers.
 */
export type PictureLayout = 'ownSmall' | 'otherSmall' | 'sideBySide';

const layouts: readonly PictureLayout[] = ['ownSmall', 'otherSmall', 'sideBySide'];

/** Key under which the layout is stored. */
const key = 'pictureLayout';

/** The layout that `stored` names; the first one for any other value. */
export const layoutOf = (stored: string | undefined): PictureLayout =>
  layouts.find((layout) => layout === stored) ?? 'ownSmall';

/** The layout after a press on the toggle of `wanted`: another press on it goes back to the first layout. */
export const toggled = (layout: PictureLayout, wanted: PictureLayout): PictureLayout =>
  layout === wanted ? 'ownSmall' : wanted;

/** The layout of the videos, remembered from call to call, and a function that toggles one. */
export function usePictureLayout(store: KeyValueStore | undefined) {
  const [layout, setLayout] = useState(() => layoutOf(store?.get(key)));
  function toggle(wanted: PictureLayout): void {
    const next = toggled(layout, wanted);
    setLayout(next);
    store?.set(key, next);
  }
  return { layout, toggle };
}
