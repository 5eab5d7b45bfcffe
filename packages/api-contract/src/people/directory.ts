import * as z from 'zod/mini';

const id = z.union([z.string(), z.number()]);
const text = z.optional(z.nullable(z.string()));
const reference = z.optional(z.nullable(z.object({ id })));

/** An entry of the business directory (DIRECTORY-07). */
export const directoryEntrySchema = z.object({
  id,
  name: z.string(),
  image: text,
  /** The number or SIP address to call; an entry without a phone cannot be called. */
  phone: text,
  featured: z.optional(z.boolean()),
  /** The entry is shown as the heading of a group. */
  hasChildren: z.optional(z.boolean()),
  type: reference,
  category: reference,
});

export type DirectoryEntry = z.infer<typeof directoryEntrySchema>;

const namedSchema = z.object({ id, name: z.string() });

/** A type or category that filters entries (DIRECTORY-01). */
export type DirectoryGroup = z.infer<typeof namedSchema>;

/** Answers of GET business_directory, business_directory/types and business_directory/categories (API-26, API-27). */
export const directoryAnswerSchema = z.object({ directory: z.array(directoryEntrySchema) });
export const directoryTypesAnswerSchema = z.object({ types: z.array(namedSchema) });
export const directoryCategoriesAnswerSchema = z.object({ categories: z.array(namedSchema) });
