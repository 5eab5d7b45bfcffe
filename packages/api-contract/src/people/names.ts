import * as z from 'zod/mini';

/** The most addresses that one request for names may hold. */
export const NAMES_PER_REQUEST = 50;

/** Body of POST contacts/names (decision D61). */
export const namesQuestionSchema = z.object({
  addresses: z.array(z.string().check(z.maxLength(255))).check(z.maxLength(NAMES_PER_REQUEST)),
});

/** The name that the organisation has for an address: a colleague's, or that of a directory entry. */
export const namedAddressSchema = z.object({
  address: z.string(),
  name: z.string(),
  /** Address of the picture of a colleague (decision D67). */
  imageUrl: z.optional(z.string()),
});

/** Answer of POST contacts/names: only the addresses that have a name. */
export const namesAnswerSchema = z.object({ names: z.array(namedAddressSchema) });

export type NamedAddress = z.infer<typeof namedAddressSchema>;
