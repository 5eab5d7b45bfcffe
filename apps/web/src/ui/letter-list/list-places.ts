import type { VirtualItem } from '@tanstack/react-virtual';
import { createContext } from 'react';

type ListPlace = {
  /** Tells the place in one list from that in another. */
  readonly list: string;
  /** How far the page was scrolled, in CSS pixels. */
  readonly scrollY: number;
  /** How far below the top of the page the list began. */
  readonly top: number;
  /** How high the rows were. */
  readonly rows: VirtualItem[];
};

/** Where somebody was in the list that they left last: there they are again when they come back to it. */
export type ListPlaces = {
  readonly keep: (place: ListPlace) => void;
  /** Undefined = it begins at its top. */
  readonly find: (list: string) => ListPlace | undefined;
  /** A list and the pages of its entries are one area; what is in another one is a new beginning. */
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

/** Around the lists that keep their places. */
export const ListPlacesContext = createContext<ListPlaces | undefined>(undefined);
