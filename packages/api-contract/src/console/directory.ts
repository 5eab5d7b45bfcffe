import * as z from 'zod/mini';
import { organisationNumberSchema } from './listing.ts';

/** Rows of a table that replaces the directory, and characters of it. */
export const DIRECTORY_TABLE = { rows: 20_000, length: 2_000_000 } as const;

const text = z.string().check(z.maxLength(255));

/** Body of POST console/directory and console/directory/{id}. */
export const entryToSaveSchema = z.strictObject({
  name: text,
  /** Number or SIP address; '' = it cannot be called. */
  phone: text,
  /** Names of its type and its category, '' = none; a new name makes a new one. */
  type: text,
  category: text,
  /** Address of an image, '' = none. */
  image: z.string().check(z.maxLength(1024)),
  /** It is listed first. */
  isFeatured: z.boolean(),
  /** It is the heading of a group, and cannot be called. */
  isHeading: z.boolean(),
  /** The organisation whose users find it; absent = every organisation. */
  organisation: z.optional(organisationNumberSchema),
});

export type EntryToSave = z.infer<typeof entryToSaveSchema>;

/** Answer of GET console/directory/{id}. Tables of the operator's tool may have longer texts. */
export const listedEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  type: z.string(),
  category: z.string(),
  image: z.string(),
  isFeatured: z.boolean(),
  isHeading: z.boolean(),
  organisation: z.optional(z.number()),
  /** Whether the user of the console may change it. */
  isChangeable: z.boolean(),
});

export type ListedEntry = z.infer<typeof listedEntrySchema>;

/** Answer of GET console/directory: a page, in the order in which users find them. */
export const listedEntriesSchema = z.object({
  entries: z.array(listedEntrySchema),
  next: z.optional(z.string()),
});

export type ListedEntries = z.infer<typeof listedEntriesSchema>;

/** Answer of GET console/directory/groups: the names of the types and categories that entries have. */
export const entryGroupsSchema = z.object({ types: z.array(z.string()), categories: z.array(z.string()) });

export type EntryGroups = z.infer<typeof entryGroupsSchema>;

/** Body of POST console/directory/table: a table (CSV) that replaces the directory. */
export const directoryTableSchema = z.strictObject({
  table: z.string().check(z.maxLength(DIRECTORY_TABLE.length)),
});

/** Answer: how many entries the directory has then. */
export const directoryReplacedSchema = z.object({ entries: z.number() });
