import { CONTACTS_PER_ACCOUNT, type ContactDraft } from '@samtal/api-contract';
import { DEMO_PEOPLE } from '../domain/accounts/demo-accounts.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** Invented people; a call to one goes to the demo agent in the last column. */
const INVENTED = [
  ['Nora', 'Lind', 'echo'],
  ['Idris', 'Haddad', 'noanswer'],
  ['Mai', 'Sørensen', 'ivr'],
] as const;

const MESSAGE = 'Hello, it is Nora. I tried to call you. Shall we talk on Thursday at three?';
const MESSAGE_AGE_MS = 47 * 60_000;

const contactOf = (fname: string, sname: string, sipaddress: string): ContactDraft => ({
  fname,
  sname,
  sipaddress,
  email: '',
  address: '',
  postNr: '',
  city: '',
});

/** The contacts of a new demo account: the other demo people, and the invented ones. */
export function demoContacts(username: string, domain: string): ContactDraft[] {
  const others = DEMO_PEOPLE.filter((person) => person.username !== username);
  return [
    ...others.map((person) => contactOf(person.firstName, person.lastName, `${person.username}@${domain}`)),
    ...INVENTED.map(([first, last, agent]) => contactOf(first, last, `${agent}@${domain}`)),
  ];
}

type Seeding = {
  readonly domain: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The accounts that this start has created. */
  readonly newAccounts: readonly { readonly id: string; readonly username: string }[];
};

/** Gives new demo accounts contacts and an unread message, so that a newcomer finds no empty pages. */
export async function seedDemoSamples(
  { contacts, messages }: Repositories,
  { domain, now, newAccounts }: Seeding,
): Promise<void> {
  const [[first, last, agent]] = INVENTED;
  const sender = { fromDisplayName: `${first} ${last}`, fromSipaddress: `${agent}@${domain}` };
  for (const { id, username } of newAccounts) {
    await contacts.addAll(id, demoContacts(username, domain), CONTACTS_PER_ACCOUNT);
    const number = await messages.open(id, { ...sender, timestamp: now - MESSAGE_AGE_MS }, 1);
    if (number === undefined) continue;
    await messages.update(id, number, MESSAGE);
    await messages.close(id, number);
  }
}
