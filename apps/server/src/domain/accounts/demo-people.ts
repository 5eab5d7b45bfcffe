import type { HistoryRecord, Service } from '@samtal/api-contract';
import type { ListedBusiness } from '../people/directory.ts';
import type { DemoAgent } from './demo-accounts.ts';
import type { ImportedDirectory } from './people-import.ts';

/** Every server agent for test calls, with the name under which a demo user finds it (decision D28). */
const SERVICES: readonly (readonly [name: string, agent: DemoAgent])[] = [
  ['Echo: see yourself', 'echo'],
  ['Keypad test', 'ivr'],
  ['Emergency call (demo)', '112'],
  ['Unattended line', 'noanswer'],
  ['Busy line', 'busy'],
  ['Declined call', 'reject'],
];

export const demoServices = (domain: string): Omit<Service, 'id'>[] =>
  SERVICES.map(([fname, agent]) => ({ fname, imageUrl: '', sipaddress: `${agent}@${domain}` }));

const TYPES = ['Relay service', 'Public authority', 'Health care', 'Shop and service'] as const;
const CATEGORIES = ['Open day and night', 'Office hours', 'Sign language', 'Real-time text'] as const;

type Line = readonly [
  name: string,
  agent: DemoAgent,
  type: (typeof TYPES)[number],
  category: (typeof CATEGORIES)[number],
];

/** Invented businesses; a call to one goes to the demo agent in its second column. */
const DIRECTORY: readonly Line[] = [
  ['Relay service, sign language', 'echo', 'Relay service', 'Sign language'],
  ['Relay service, text', 'echo', 'Relay service', 'Real-time text'],
  ['Relay service, speech to speech', 'echo', 'Relay service', 'Open day and night'],
  ['Remote interpreting, booking', 'ivr', 'Relay service', 'Office hours'],
  ['Emergency call (demo)', '112', 'Public authority', 'Open day and night'],
  ['City switchboard', 'ivr', 'Public authority', 'Office hours'],
  ['Library', 'echo', 'Public authority', 'Office hours'],
  ['Employment office', 'busy', 'Public authority', 'Office hours'],
  ['Social insurance', 'ivr', 'Public authority', 'Office hours'],
  ['Tax office', 'busy', 'Public authority', 'Office hours'],
  ['Adult education', 'noanswer', 'Public authority', 'Office hours'],
  ['School of sign language', 'echo', 'Public authority', 'Sign language'],
  ['Health advice line', 'echo', 'Health care', 'Open day and night'],
  ['Audiology clinic', 'ivr', 'Health care', 'Office hours'],
  ['Dental clinic', 'noanswer', 'Health care', 'Office hours'],
  ['Eye clinic', 'echo', 'Health care', 'Office hours'],
  ['Hospital switchboard', 'ivr', 'Health care', 'Open day and night'],
  ['Maternity ward', 'echo', 'Health care', 'Open day and night'],
  ['Mental health, chat by text', 'echo', 'Health care', 'Real-time text'],
  ['Pharmacy', 'reject', 'Health care', 'Office hours'],
  ['Bank customer service', 'ivr', 'Shop and service', 'Office hours'],
  ['Electricity faults', 'ivr', 'Shop and service', 'Open day and night'],
  ['Locksmith', 'noanswer', 'Shop and service', 'Open day and night'],
  ['Public transport', 'echo', 'Shop and service', 'Real-time text'],
  ['Taxi', 'echo', 'Shop and service', 'Open day and night'],
  ['Zoo, guided tours in sign language', 'echo', 'Shop and service', 'Sign language'],
];

const FEATURED = ['Relay service, sign language', 'Relay service, text', 'Health advice line'];

const idIn = (names: readonly string[], name: string): string => String(names.indexOf(name) + 1);
const groupsOf = (names: readonly string[]) => names.map((name) => ({ id: idIn(names, name), name }));

export function demoDirectory(domain: string): ImportedDirectory {
  const heading: ListedBusiness = {
    id: '0',
    name: 'City services',
    image: '',
    phone: '',
    isFeatured: false,
    hasChildren: true,
    typeId: idIn(TYPES, 'Public authority'),
    categoryId: undefined,
  };
  const entries = DIRECTORY.map(([name, agent, type, category], index) => ({
    id: String(index + 1),
    name,
    image: '',
    phone: `${agent}@${domain}`,
    isFeatured: FEATURED.includes(name),
    hasChildren: false,
    typeId: idIn(TYPES, type),
    categoryId: idIn(CATEGORIES, category),
  }));
  return {
    entries: [heading, ...entries].map((entry) => ({ ...entry, organisationId: undefined })),
    types: groupsOf(TYPES),
    categories: groupsOf(CATEGORIES),
  };
}

const MINUTE_MS = 60_000;

/** The four calls in the history of a new demo account. */
export function demoHistory(domain: string, now: number): HistoryRecord[] {
  const call = (
    minutesAgo: number,
    user: string,
    contactName: string,
    rest: Pick<HistoryRecord, 'id' | 'type' | 'answered' | 'outcome'> & Partial<HistoryRecord>,
  ): HistoryRecord => ({
    sipAddress: `${user}@${domain}`,
    contactName,
    receivedText: '',
    sentText: '',
    transcript: [],
    timestamp: now - minutesAgo * MINUTE_MS,
    duration: 0,
    ...rest,
  });
  const own = 'Hello! When do you open tomorrow?';
  const other = 'Good afternoon. We open at nine.';
  return [
    call(30, 'ivr', 'Keypad test', {
      id: 'sample-1',
      type: 'incoming',
      answered: true,
      outcome: 'terminatedRemote',
      duration: 94,
    }),
    call(190, 'echo', 'Echo: see yourself', {
      id: 'sample-2',
      type: 'incoming',
      answered: false,
      outcome: 'canceledRemote',
    }),
    call(1500, 'echo', 'Library', {
      id: 'sample-3',
      type: 'outgoing',
      answered: true,
      outcome: 'terminatedLocal',
      duration: 61,
      receivedText: other,
      sentText: own,
      transcript: [
        { author: 'own', text: own, offsetMs: 4000 },
        { author: 'other', text: other, offsetMs: 15_000 },
      ],
    }),
    call(2950, 'noanswer', 'Unattended line', {
      id: 'sample-4',
      type: 'outgoing',
      answered: false,
      outcome: 'rejectedRemote',
    }),
  ];
}
