import { CONTACT_FIELDS, type ContactDraft, isContactFieldValid } from '@samtal/api-contract';

export const emptyDraft: ContactDraft = {
  fname: '',
  sname: '',
  sipaddress: '',
  email: '',
  address: '',
  postNr: '',
  city: '',
};

/** Details of a new contact from a query such as `?sip=bobby@demo.example&name=Bobby%20Berg`. */
export function draftFrom(search: string): ContactDraft {
  const given = new URLSearchParams(search);
  const sipaddress = (given.get('sip') ?? '').replace(/^sips?:/i, '');
  const name = given.get('name') ?? '';
  // A name that only repeats the SIP address or its user part is left out.
  if (name === sipaddress || name === sipaddress.split('@')[0]) return { ...emptyDraft, sipaddress };
  const words = name.split(/\s+/).filter((word) => word !== '');
  const sname = words.length > 1 ? (words.at(-1) ?? '') : '';
  const fname = (words.length > 1 ? words.slice(0, -1) : words).join(' ');
  const fits = (text: string): string => (isContactFieldValid('fname', text) ? text : '');
  return { ...emptyDraft, fname: fits(fname), sname: fits(sname), sipaddress };
}

export const isSameDraft = (one: ContactDraft, other: ContactDraft): boolean =>
  CONTACT_FIELDS.every((field) => one[field] === other[field]);
