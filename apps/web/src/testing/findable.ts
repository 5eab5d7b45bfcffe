import type { Findable } from '../client/people/find/findable.ts';

/** A contact that the dial page finds, with the given fields. */
export const findable = (given: Partial<Findable> & Pick<Findable, 'name'>): Findable => ({
  key: given.name,
  kind: 'contact',
  address: 'somewhere@demo.example',
  image: '',
  isFavourite: false,
  isRecent: false,
  ...given,
});
