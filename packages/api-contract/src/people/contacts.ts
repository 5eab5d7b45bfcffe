import * as z from 'zod/mini';
import { isEmail, isOtherText, isTextWithApostrophes } from '../values/field-rules.ts';

/** The most contacts that an account can have; the server refuses more (errorCode 2004). */
export const CONTACTS_PER_ACCOUNT = 10_000;

/** The fields of a contact in the order of the form (CONTACT-08); also the keys of the API (CONTACT-16). */
export const CONTACT_FIELDS = ['fname', 'sname', 'sipaddress', 'email', 'address', 'postNr', 'city'] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** The values of the contact form; '' means an empty field. */
export type ContactDraft = Readonly<Record<ContactField, string>> & {
  /** Whether the contact is a favourite; undefined = no, or in a change: as before (decision D53). */
  readonly favourite?: boolean | undefined;
};

export type Contact = ContactDraft & {
  readonly id: string;
  /** Address of an image, '' if there is none; the form does not change it. */
  readonly imageUrl: string;
};

/** A persistent contact of the organisation: a service that is called with one click (SERVICE-01). */
export type Service = {
  readonly id: string;
  readonly fname: string;
  readonly imageUrl: string;
  readonly sipaddress: string;
};

/** What each field of the form may hold (CONTACT-11, A-018, decision D61). */
const fieldRules: Readonly<Record<ContactField, (value: string) => boolean>> = {
  fname: isTextWithApostrophes,
  sname: isTextWithApostrophes,
  sipaddress: isEmail,
  email: isEmail,
  address: isTextWithApostrophes,
  postNr: isOtherText,
  city: isTextWithApostrophes,
};

/** Whether a field of the form may hold `value`; see also {@link contactProblem}. */
export const isContactFieldValid = (field: ContactField, value: string): boolean =>
  value === '' || fieldRules[field](value);

/** Why a contact cannot be saved: the SIP address is missing (CONTACT-09), or a field breaks its rule. */
export type ContactProblem =
  | { readonly kind: 'noAddress' }
  | { readonly kind: 'invalidField'; readonly field: ContactField };

/** What prevents saving the contact; undefined if it may be saved. */
export function contactProblem(draft: ContactDraft): ContactProblem | undefined {
  if (draft.sipaddress === '') return { kind: 'noAddress' };
  const field = CONTACT_FIELDS.find((name) => !isContactFieldValid(name, draft[name]));
  return field === undefined ? undefined : { kind: 'invalidField', field };
}

const field = z.optional(z.nullable(z.string()));
const id = z.union([z.string(), z.number()]);

/**
 * The fields of a contact in requests and answers; the server applies {@link contactProblem} to the trimmed
 * values of a request.
 */
const draftShape = {
  fname: field,
  sname: field,
  sipaddress: field,
  email: field,
  address: field,
  postNr: field,
  city: field,
  /** Absent = no favourite, or in a change: as before. */
  favourite: z.optional(z.nullable(z.boolean())),
};

/** Body of POST contacts/add (API-21). */
export const contactToAddSchema = z.object(draftShape);
/** Body of POST contacts/update (API-21); the whole contact is replaced, except its image. */
export const contactToUpdateSchema = z.object({ id, ...draftShape });
export const contactAddedAnswerSchema = z.object({ id });

/** Answer of GET contacts/search (API-19). Fields without a value may be missing or null. */
export const contactListAnswerSchema = z.object({
  contactList: z.array(z.object({ id, ...draftShape, imageUrl: field })),
});

/** Answer of GET contacts/getPersistantContacts (API-18). */
export const serviceListAnswerSchema = z.object({
  contactList: z.array(z.object({ id, fname: field, imageUrl: field, sipaddress: field })),
});

type WireDraft = z.infer<typeof contactToAddSchema>;

/** A received contact as a draft: trimmed, with '' for each missing text. */
export const contactDraftOf = (wire: WireDraft): ContactDraft => ({
  fname: wire.fname?.trim() ?? '',
  sname: wire.sname?.trim() ?? '',
  sipaddress: wire.sipaddress?.trim() ?? '',
  email: wire.email?.trim() ?? '',
  address: wire.address?.trim() ?? '',
  postNr: wire.postNr?.trim() ?? '',
  city: wire.city?.trim() ?? '',
  ...(typeof wire.favourite === 'boolean' && { favourite: wire.favourite }),
});

/** The contacts of an answer, with '' for each missing field. */
export const contactsOf = ({ contactList }: z.infer<typeof contactListAnswerSchema>): Contact[] =>
  contactList.map((wire) => ({
    ...contactDraftOf(wire),
    id: String(wire.id),
    imageUrl: wire.imageUrl ?? '',
  }));

/** The services of an answer, with '' for each missing field. */
export const servicesOf = ({ contactList }: z.infer<typeof serviceListAnswerSchema>): Service[] =>
  contactList.map((wire) => ({
    id: String(wire.id),
    fname: wire.fname ?? '',
    imageUrl: wire.imageUrl ?? '',
    sipaddress: wire.sipaddress ?? '',
  }));

/** First and last name, or only the name that is set, or the SIP address (CONTACT-03). */
export function contactName({
  fname,
  sname,
  sipaddress,
}: Pick<Contact, 'fname' | 'sname' | 'sipaddress'>): string {
  const name = [fname, sname].filter((part) => part !== '').join(' ');
  return name === '' ? sipaddress : name;
}
