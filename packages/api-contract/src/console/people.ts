import * as z from 'zod/mini';
import { SECOND_FACTORS, strongProofSchema } from '../account/second-factor.ts';
import { keyValuesSchema } from '../values/key-value.ts';

/**
 * What an account may do in the console (decision D98). `operator`: everything; `administrator`: the people of the own
 * organisation; `support`: reads, of all organisations.
 */
export const ROLES = ['operator', 'administrator', 'support'] as const;

export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** States of an account; a person who has not opened the link of the first mail is `unverified`. */
export const PERSON_STATUSES = ['active', 'disabled', 'unverified', 'awaitingApproval'] as const;

const roleSchema = z.enum(ROLES);
const statusSchema = z.enum(PERSON_STATUSES);
const shortText = z.string().check(z.maxLength(255));

/** People in one page of a search. */
export const PEOPLE_PER_PAGE = 50;

/** Rows of a table in one request of an import: each needs a password hash. */
export const ROWS_PER_IMPORT = 10;

const organisationSchema = z.object({ id: z.number(), name: z.string() });

/** Answer of GET console/access: what the user may do. */
export const consoleAccessAnswerSchema = z.object({
  username: z.string(),
  role: roleSchema,
  /** The organisations whose people the user sees. */
  organisations: z.array(organisationSchema),
  /** The organisation of an account that is added without another one. */
  defaultOrganisation: z.number(),
  /** What follows the @ of new addresses. */
  domain: z.string(),
  /** The provider at which the user confirms changes by a log-in just before; absent = by the password. */
  confirmsAt: z.optional(z.string()),
  /** Whether the server knows who is registered: another SIP server does not tell. */
  knowsRegistrations: z.boolean(),
});

export type ConsoleAccess = z.infer<typeof consoleAccessAnswerSchema>;

/** Query of GET console/people. */
export const peopleQuerySchema = z.object({
  search: z.optional(shortText),
  organisation: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  status: z.optional(statusSchema),
  /** Only people who are registered now. */
  registered: z.optional(z.literal('true')),
  /** The last username of the page before. */
  after: z.optional(shortText),
});

const summaryFields = {
  id: z.string(),
  username: z.string(),
  name: z.string(),
  address: z.string(),
  email: z.string(),
  organisation: z.number(),
  status: statusSchema,
  role: z.optional(roleSchema),
  /** Milliseconds since the epoch; absent = never, or before the server noted it. */
  lastLoginAt: z.optional(z.number()),
  /** Devices that are registered now; absent = another SIP server knows. */
  registered: z.optional(z.number()),
};

export const personSummarySchema = z.object(summaryFields);

export type PersonSummary = z.infer<typeof personSummarySchema>;

/** Answer of GET console/people: a page, ordered by username. */
export const peopleAnswerSchema = z.object({
  people: z.array(personSummarySchema),
  /** People of the whole search. */
  total: z.number(),
  /** The value of `after` for the next page; absent = this is the last one. */
  next: z.optional(z.string()),
});

export type PeopleAnswer = z.infer<typeof peopleAnswerSchema>;

/** Answer of GET console/people/{id}. */
export const personAnswerSchema = z.object({
  ...summaryFields,
  addresses: z.array(z.string()),
  properties: keyValuesSchema,
  /** Sessions of browsers, and SIP phones, which have a name. */
  sessions: z.array(z.object({ phone: z.optional(z.string()), lastUsedAt: z.optional(z.number()) })),
  /** When the account is deleted, as its user wishes (decision D96). */
  deletionAt: z.optional(z.number()),
  /** By what the person passes the second step of the log-in; empty = there is none (decision D100). */
  secondFactors: z.array(z.enum(SECOND_FACTORS)),
  /** Whether the role came from the provider at which users log in, and goes with its claim. */
  isRoleOfProvider: z.boolean(),
  /** Whether the user of the console may change this account. */
  isChangeable: z.boolean(),
});

export type Person = z.infer<typeof personAnswerSchema>;

/** Answer of GET console/people/{id}/contents: what is lost with the account. */
export const personContentsSchema = z.object({
  contacts: z.number(),
  calls: z.number(),
  messages: z.number(),
  pictures: z.number(),
  phones: z.number(),
});

export type PersonContents = z.infer<typeof personContentsSchema>;

/** Body of POST console/confirmation: the password, and the second step where the account has one. */
export const consoleConfirmationSchema = z.strictObject(strongProofSchema.shape);

/** Body of POST console/people. Further keys are refused. */
export const personToAddSchema = z.strictObject({
  username: shortText,
  firstname: z.optional(shortText),
  lastname: z.optional(shortText),
  email: z.optional(shortText),
  sipaddress: z.optional(shortText),
  organisation: z.optional(z.int().check(z.gte(0), z.lte(999_999_999))),
  language: z.optional(shortText),
});

export type PersonToAdd = z.infer<typeof personToAddSchema>;

/** Answer of POST console/people, with the link to choose a password, which is good for a day. */
export const personAddedSchema = z.object({ id: z.string(), link: z.string() });

export type PersonAdded = z.infer<typeof personAddedSchema>;

/** Body of POST console/people/{id}/status. */
export const personStatusSchema = z.strictObject({ status: z.enum(['active', 'disabled']) });

/** Body of POST console/people/{id}/role. */
export const personRoleSchema = z.strictObject({ role: z.enum([...ROLES, 'none']) });

/** Body of POST console/people/{id}/passwordLink: by mail, or as an answer for the operator to hand over. */
export const passwordLinkSchema = z.strictObject({ isMailed: z.boolean() });

/** Answer: the link, unless it was mailed. */
export const passwordLinkAnswerSchema = z.object({ link: z.optional(z.string()) });

/** Body of POST console/table: rows of a table with these headings. */
export const tableRowsSchema = z.strictObject({
  headings: z.array(shortText).check(z.maxLength(50)),
  rows: z
    .array(z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(50)))
    .check(z.maxLength(ROWS_PER_IMPORT)),
});

/** What the import did with a row. `exists`: there is an account with this username already. */
export const ROW_OUTCOMES = ['added', 'exists', 'refused'] as const;

const rowResultSchema = z.object({
  username: z.string(),
  outcome: z.enum(ROW_OUTCOMES),
  /** Why the row was refused, in English. */
  problem: z.optional(z.string()),
  /** The password, if the table had none. */
  password: z.optional(z.string()),
});

export type RowResult = z.infer<typeof rowResultSchema>;

/** Answer of POST console/table: the first rows, in order; the client sends the others again. */
export const tableAnswerSchema = z.object({ results: z.array(rowResultSchema) });
