import * as z from 'zod/mini';
import { organisationNumberSchema } from './listing.ts';

const fields = {
  name: z.string().check(z.maxLength(255)),
  /** Number or SIP address; without a domain it is called in the domain of the caller. */
  address: z.string().check(z.maxLength(255)),
  /** Address of an image, '' = none. */
  image: z.string().check(z.maxLength(1024)),
};

/** Body of POST console/services and console/services/{id}. */
export const serviceToSaveSchema = z.strictObject({
  ...fields,
  /** The organisation whose users find it; absent = every organisation. */
  organisation: z.optional(organisationNumberSchema),
});

export type ServiceToSave = z.infer<typeof serviceToSaveSchema>;

/** Answer of GET console/services/{id}. Tables of the operator's tool may have longer texts. */
export const listedServiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  image: z.string(),
  organisation: z.optional(z.number()),
  /** Whether the user of the console may change it. */
  isChangeable: z.boolean(),
});

export type ListedService = z.infer<typeof listedServiceSchema>;

/** Answer of GET console/services: a page, in the order in which users find them. */
export const listedServicesSchema = z.object({
  services: z.array(listedServiceSchema),
  next: z.optional(z.string()),
});

export type ListedServices = z.infer<typeof listedServicesSchema>;
