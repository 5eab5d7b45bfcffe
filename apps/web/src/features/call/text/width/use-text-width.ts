import { useState } from 'react';
import type { KeyValueStore } from '../../../../client/store/key-value-store.ts';

/** Key under which the width of the text beside the video is stored. */
const key = 'textWidth';

/** The width that `stored` names, in percent of the window; undefined = the default width. */
function widthOf(stored: string | undefined): number | undefined {
  const width = Number(stored);
  return width > 0 && width < 100 ? width : undefined;
}

/** The width that the user has given to the text beside the video, remembered on this device. */
export function useTextWidth(store: KeyValueStore | undefined) {
  const [width, show] = useState(() => widthOf(store?.get(key)));
  return {
    /** In percent of the window; undefined = the default width. */
    width,
    /** Shows a width without remembering it, as during a drag. */
    show,
    choose(next: number | undefined): void {
      show(next);
      if (next === undefined) store?.remove(key);
      else store?.set(key, String(next));
    },
  };
}

export type TextWidth = ReturnType<typeof useTextWidth>;
