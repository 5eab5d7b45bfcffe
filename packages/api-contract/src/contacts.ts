import * as z from 'zod/mini';
import { isEmail, isOtherText } from './field-rules.ts';

/** Contacts one account may keep; further ones are refused (errorCode 2004). */
export const CONTACTS_PER_ACCOUNT = 10_000;

/** What a person fills in, in the order of the form (CONTACT-08); also the names on the wire (CONTACT-16). */
export const CONTACT_FIELDS = ['fname', 'sname', 'sipaddress', 'email', 'address', 'postNr', 'city'] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** A contact as its form holds it; '' = nothing there. */
export type ContactDraft = Readonly<Record<ContactField, string>>;

export type Contact = ContactDraft & {
  readonly id: string;
  /** Address of a picture, '' = none; the form does not change it. */
  readonly imageUrl: string;
};

/** A persistent contact of the organisation: a service that is called with one press (SERVICE-01). */
export type Service = {
  readonly id: string;
  readonly fname: string;
  readonly imageUrl: string;
  readonly sipaddress: string;
};

/** Whether a field of the contact form may hold `value`; that an address is needed is {@link contactProblem}'s business (CONTACT-11, A-018). */
export function isContactFieldValid(field: ContactField, value: string): boolean {
  if (value === '') return true;
  return field === 'sipaddress' || field === 'email' ? isEmail(value) : isOtherText(value);
}

/** What keeps a contact from being saved: the SIP address is missing (CONTACT-09), or a field breaks its rule. */
export type ContactProblem =
  | { readonly kind: 'noAddress' }
  | { readonly kind: 'invalidField'; readonly field: ContactField };

/** @returns undefined = may be saved */
export function contactProblem(draft: ContactDraft): ContactProblem | undefined {
  if (draft.sipaddress === '') return { kind: 'noAddress' };
  const field = CONTACT_FIELDS.find((name) => !isContactFieldValid(name, draft[name]));
  return field === undefined ? undefined : { kind: 'invalidField', field };
}

const field = z.optional(z.nullable(z.string()));
const id = z.union([z.string(), z.number()]);

/** What a client may send; the server applies {@link contactProblem} to the trimmed values. */
const draftShape = {
  fname: field,
  sname: field,
  sipaddress: field,
  email: field,
  address: field,
  postNr: field,
  city: field,
};

/** Body of POST contacts/add (API-21). */
export const contactToAddSchema = z.object(draftShape);
/** Body of POST contacts/update (API-21); the whole contact is replaced, except its picture. */
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

/** A draft from what came over the wire: trimmed, every field there. */
export const contactDraftOf = (wire: WireDraft): ContactDraft => ({
  fname: wire.fname?.trim() ?? '',
  sname: wire.sname?.trim() ?? '',
  sipaddress: wire.sipaddress?.trim() ?? '',
  email: wire.email?.trim() ?? '',
  address: wire.address?.trim() ?? '',
  postNr: wire.postNr?.trim() ?? '',
  city: wire.city?.trim() ?? '',
});

/** The contacts of an answer, with every field there. */
export const contactsOf = ({ contactList }: z.infer<typeof contactListAnswerSchema>): Contact[] =>
  contactList.map((wire) => ({
    ...contactDraftOf(wire),
    id: String(wire.id),
    imageUrl: wire.imageUrl ?? '',
  }));

/** The services of an answer, with every field there. */
export const servicesOf = ({ contactList }: z.infer<typeof serviceListAnswerSchema>): Service[] =>
  contactList.map((wire) => ({
    id: String(wire.id),
    fname: wire.fname ?? '',
    imageUrl: wire.imageUrl ?? '',
    sipaddress: wire.sipaddress ?? '',
  }));

/** First and last name joined, else the one there is, else the SIP address (CONTACT-03). */
export function contactName({
  fname,
  sname,
  sipaddress,
}: Pick<Contact, 'fname' | 'sname' | 'sipaddress'>): string {
  const name = [fname, sname].filter((part) => part !== '').join(' ');
  return name === '' ? sipaddress : name;
}
