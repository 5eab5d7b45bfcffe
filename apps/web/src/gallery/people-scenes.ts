import type { Contact, DirectoryEntry } from '@samtal/api-contract';
import { alice, decided } from '../testing/alice.ts';
import { lines } from '../testing/call-states.ts';
import type { Scene } from './scene.ts';

const contact = (id: number, fname: string, sname: string, user: string): Contact => ({
  id: String(id),
  fname,
  sname,
  sipaddress: `${user}@demo.example`,
  email: `${user}@mail.example`,
  address: 'Long Street 12',
  postNr: '123 45',
  city: '',
  imageUrl: id % 3 === 0 ? '/no-such-picture.png' : '',
});

const names = [
  ['Åsa', 'Öberg'],
  ['Bobby', 'Berg'],
  ['Anna', 'Lind'],
  ['مريم', 'علي'],
  ['Élodie', 'Dupont'],
  ['Maximiliane Charlotte', 'von Hohenlohe-Langenburg-Schillingsfürst'],
  ['', ''],
  ['สมชาย', 'ใจดี'],
] as const;

const contacts = names.map(([fname, sname], index) => contact(index + 1, fname, sname, `person${index + 1}`));

/** As many contacts as an account may have. */
const everybody = Array.from({ length: 10_000 }, (_, index) =>
  contact(index, `${String.fromCharCode(65 + (index % 26))}nna ${index}`, 'Lind', `person${index}`),
);

const entry = (id: number, name: string, rest: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id,
  name,
  image: '',
  phone: `${id}@demo.example`,
  featured: false,
  hasChildren: false,
  type: { id: 1 + (id % 3) },
  category: { id: 1 + (id % 2) },
  ...rest,
});

const directory = {
  entries: [
    entry(1, 'Relay service, sign language', { featured: true }),
    entry(2, 'Relay service, text', { featured: true }),
    entry(3, 'City services', { hasChildren: true, phone: '' }),
    entry(4, 'City switchboard'),
    entry(5, 'Library'),
    entry(6, '24-hour pharmacy'),
  ],
  types: ['Relay service', 'Public authority', 'Health care'].map((name, index) => ({ id: index + 1, name })),
  categories: ['Open day and night', 'Office hours'].map((name, index) => ({ id: index + 1, name })),
};

const services = Object.entries({
  echo: 'Echo: see, hear and read yourself',
  ivr: 'Keypad test',
  sos: 'Emergency call (demo)',
  help: 'Help desk',
}).map(([user, fname]) => ({ id: user, fname, imageUrl: '', sipaddress: `${user}@demo.example` }));

const ready = <T>(value: T) => ({ phase: 'ready', value }) as const;
const failed = { phase: 'failed' } as const;
const known = { contacts: ready(contacts) };

const finding = { ...alice(), features: { ...alice().features, peopleFirst: true } };
const starred = { contacts: ready(contacts.map((one) => ({ ...one, favourite: Number(one.id) % 2 === 0 }))) };
const dialled = { ...starred, services: ready(services), directory: ready(directory) };
const calls = ready({
  next: null,
  entries: [
    { type: 'incoming', answered: false, outcome: 'canceledRemote' } as const,
    { type: 'outgoing', answered: true, outcome: 'terminatedLocal' } as const,
    { type: 'incoming', answered: true, outcome: 'terminatedRemote' } as const,
  ].map((call, index) => ({
    id: `call-${index}`,
    sipAddress: `caller${index}@demo.example`,
    contactName: names[index]?.join(' ') ?? '',
    receivedText: '',
    sentText: '',
    timestamp: Date.UTC(2026, 0, 5 - index, 12),
    duration: 60,
    ...call,
  })),
});

/** The scenes of the brand that finds people (decision D53). */
const peopleFirst: readonly Scene[] = [
  { name: 'dial, faces', path: '/call', session: finding, people: dialled, records: { history: calls } },
  {
    name: 'dial, faces, no calls',
    path: '/call',
    session: finding,
    people: dialled,
    records: { history: calls },
    client: lines.offline,
  },
  { name: 'dial, only services', path: '/call', session: finding, people: { services: ready(services) } },
  { name: 'dial, people found', path: '/call', session: finding, people: dialled, typed: 'ber' },
  { name: 'dial, no person found', path: '/call', session: finding, people: dialled, typed: 'xyz' },
  { name: 'contacts, favourites first', path: '/contacts', session: finding, people: starred },
  {
    name: 'contacts, menu open',
    path: '/contacts',
    session: finding,
    people: starred,
    press: ['contacts.more'],
  },
];

/** The scenes of contacts, services and the business directory. */
export const people: readonly Scene[] = [
  ...peopleFirst,
  { name: 'contacts', path: '/contacts', people: known },
  { name: 'contacts, none', path: '/contacts', people: { contacts: ready([]) } },
  { name: 'contacts, ten thousand', path: '/contacts', people: { contacts: ready(everybody) } },
  { name: 'contacts, not loaded', path: '/contacts', people: { contacts: failed } },
  { name: 'contacts, no calls', path: '/contacts', people: known, client: lines.failed },
  { name: 'contact, information', path: '/contacts/information/6', people: known },
  { name: 'contact, not there', path: '/contacts/information/99', people: known },
  { name: 'contact, add', path: '/contacts/add', people: known, press: ['common.save'] },
  { name: 'contact, edit', path: '/contacts/edit/6', people: known },
  {
    name: 'contact, edit with a picture',
    path: '/contacts/edit/6',
    people: known,
    session: alice({}, { ...decided, pictures: true }),
  },
  { name: 'contact, delete', path: '/contacts/delete/6', people: known },
  {
    name: 'contact, picture',
    path: '/contacts/information/6',
    people: known,
    session: alice({}, { ...decided, pictures: true }),
  },
  {
    name: 'contact, delete in a dialog',
    path: '/contacts/delete/6',
    people: known,
    session: alice({}, decided),
  },
  { name: 'contacts, import', path: '/contacts/import', people: known },
  { name: 'services', path: '/services', people: { services: ready(services) } },
  { name: 'services, none', path: '/services', people: { services: ready([]) } },
  {
    name: 'services, no calls',
    path: '/services',
    people: { services: ready(services) },
    client: lines.offline,
  },
  { name: 'directory', path: '/directory', people: { directory: ready(directory) } },
  { name: 'directory, empty', path: '/directory', people: { directory: failed } },
];
