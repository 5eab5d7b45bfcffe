import { WEB_SETTINGS } from '@samtal/api-contract';

/** The sizes of the text of calls, in CSS pixels, from the smallest to the largest (SET-05). */
const sizes: readonly string[] = WEB_SETTINGS.WEB_TEXT_SIZE.values;

/** The next larger size; undefined if `size` is the largest. */
export const largerSize = (size: string): string | undefined =>
  sizes.find((each) => Number(each) > Number(size));

/** The next smaller size; undefined if `size` is the smallest. */
export const smallerSize = (size: string): string | undefined =>
  sizes.findLast((each) => Number(each) < Number(size));
