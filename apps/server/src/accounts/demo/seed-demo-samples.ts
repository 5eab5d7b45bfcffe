import { CONTACTS_PER_ACCOUNT, type ContactDraft } from '@samtal/api-contract';
import { DEMO_PEOPLE, type DemoAgent } from '../../domain/accounts/demo-accounts.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';

/**
 * Invented people; a call to one goes to the demo agent in the last column. None has the address of a service: the name of
 * a contact comes before that of a service.
 */
const INVENTED: readonly (readonly [fname: string, sname: string, agent: DemoAgent])[] = [
  ['Nora', 'Lind', 'busy'],
  ['Idris', 'Haddad', 'noanswer'],
  ['Mai', 'Sørensen', 'reject'],
];

/** What a demo person says, who can be called back. */
const messageFrom = (name: string): string =>
  `Hello, it is ${name}. I tried to call you. Shall we talk on Thursday at three?`;
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
  for (const { id, username } of newAccounts) {
    await contacts.addAll(id, demoContacts(username, domain), CONTACTS_PER_ACCOUNT);
    const sender = DEMO_PEOPLE.find((person) => person.username !== username);
    if (sender === undefined) continue;
    const from = {
      fromDisplayName: `${sender.firstName} ${sender.lastName}`,
      fromSipaddress: `${sender.username}@${domain}`,
    };
    const number = await messages.open(id, { ...from, timestamp: now - MESSAGE_AGE_MS }, 1);
    if (number === undefined) continue;
    await messages.update(id, number, messageFrom(sender.firstName));
    await messages.close(id, number);
  }
}
