import type { VirtualItem } from '@tanstack/react-virtual';
import { createContext } from 'react';

type ListPlace = {
  /** Identifies the list. */
  readonly list: string;
  /** Scroll offset of the page, in CSS pixels. */
  readonly scrollY: number;
  /** Distance from the top of the page to the list, in CSS pixels. */
  readonly top: number;
  /** Measured heights of the rows. */
  readonly rows: VirtualItem[];
};

/**
 * Keeps the scroll place of the list that the user left last, so that it is restored when the user comes
 * back.
 */
export type ListPlaces = {
  readonly keep: (place: ListPlace) => void;
  /** Returns the place to restore; undefined = start at the top. */
  readonly find: (list: string) => ListPlace | undefined;
  /**
   * To be called with the area that the user has entered: a list and the pages of its entries are one area.
   * Entering another area forgets the kept place.
   */
  readonly enter: (area: string | undefined) => void;
};

export function createListPlaces(): ListPlaces {
  let kept: ListPlace | undefined;
  let areaNow: string | undefined;
  return {
    keep(place) {
      kept = place;
    },
    find: (list) => (kept?.list === list ? kept : undefined),
    enter(area) {
      if (area !== areaNow) kept = undefined;
      areaNow = area;
    },
  };
}

/** The context from which lists get and keep their scroll places. */
export const ListPlacesContext = createContext<ListPlaces | undefined>(undefined);
