import * as z from 'zod/mini';
import { organisationNumberSchema } from './listing.ts';

const keySchema = z.string().check(z.maxLength(64));

/** Query of GET console/settings; without it the organisation of accounts that are added without another one. */
export const consoleSettingsQuerySchema = z.object({
  organisation: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
});

/** Answer of GET console/settings: the settings of an organisation, and limits of the server that only its environment changes. */
export const consoleSettingsAnswerSchema = z.object({
  settings: z.array(
    z.object({
      key: z.string(),
      /** What counts now. */
      value: z.string(),
      /** Where the value comes from: the program, `brand.json`, or the organisation. */
      from: z.enum(['program', 'brand', 'organisation']),
      /** The values to choose from; empty = a text. */
      choices: z.array(z.string()),
    }),
  ),
  limits: z.array(z.object({ variable: z.string(), value: z.number() })),
});

export type ConsoleSettings = z.infer<typeof consoleSettingsAnswerSchema>;
export type ConsoleSetting = ConsoleSettings['settings'][number];

/** Body of POST console/settings; without a value the setting of the organisation is removed. */
export const consoleSettingSchema = z.strictObject({
  organisation: organisationNumberSchema,
  key: keySchema,
  value: z.optional(z.string().check(z.maxLength(1024))),
});
