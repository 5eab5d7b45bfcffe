import * as z from 'zod/mini';
import { visibleName } from '../account/visible-name.ts';

/** Entries in one page of services, of the directory and of one-click links. */
export const LISTED_PER_PAGE = 50;

/** Number of an organisation in a body. */
export const organisationNumberSchema = z.int().check(z.gte(0), z.lte(999_999_999));

/** Query of these lists. */
export const listingQuerySchema = z.object({
  /** Words, all of which must be in the entry. */
  search: z.optional(z.string().check(z.maxLength(255))),
  /** Only what users of this organisation find. */
  organisation: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  /** The value of `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{1,16} \S{1,64}$/))),
});

export type ListingQuery = z.infer<typeof listingQuerySchema>;

/** Answer of a request that adds something. */
export const listedAddedSchema = z.object({ id: z.string() });

/** Controls, halves of characters, and what turns or breaks the line it stands in; joiners and direction marks are in names. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200B\u202A-\u202E\u2060-\u206F\uFEFF]/u;

/** Whether a text can be the name of a service, an entry of the directory or a link. */
export const isListedName = (text: string): boolean =>
  visibleName(text) !== '' && text.length <= 255 && !UNFIT.test(text);

/** Whether a text can be a number or a SIP address to call. */
export const isListedAddress = (text: string): boolean =>
  text.length <= 255 &&
  !/\p{Cf}/u.test(text) &&
  !UNFIT.test(text) &&
  // A number may have spaces between its digits. A name has none.
  /^(?:[^<>"\\@\s]+(?:@[^<>"\\@\s]+)?|\+?[\d\s().-]+)$/.test(text);

/** Whether a text can be the address of an image: nothing, a path of this server, or another page. */
export const isListedImage = (text: string): boolean =>
  text === '' ||
  (text.length <= 1024 && !UNFIT.test(text) && /^(?:https:\/\/|\/(?!\/))[^\s<>"\\]+$/.test(text));
