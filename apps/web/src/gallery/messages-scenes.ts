import type { HistoryRecord, Message } from '@samtal/api-contract';
import { alice, decided } from '../testing/alice.ts';
import { lines, perCall } from '../testing/call-states.ts';
import type { Scene } from './scene.ts';

const HOUR_MS = 3_600_000;
const now = Date.now();

const texts = [
  'Can you call me back before five? It is about the keys.',
  'مرحبا، هل يمكنك الاتصال بي غدا؟',
  null,
  'I tried to reach you twice.\nPlease write when you are home. The parcel is with the neighbours on the second floor.',
];
const senders = [
  ['Bobby Berg', 'bobby@demo.example'],
  ['مريم علي', 'maryam@demo.example'],
  [null, null],
  ['Maximiliane Charlotte von Hohenlohe-Langenburg-Schillingsfürst', 'maximiliane@a-very-long-name.example'],
] as const;

const message = (index: number, read: boolean): Message => ({
  messageNumber: index + 1,
  fromDisplayName: senders[index % senders.length]?.[0] ?? null,
  fromSipaddress: senders[index % senders.length]?.[1] ?? null,
  read,
  text: texts[index % texts.length] ?? null,
  timestamp: now - index * 7 * HOUR_MS,
});

const some = [0, 1, 2, 3, 4, 5].map((index) => message(index, index > 2));
/** 1000 messages, the number that the specification of the mailbox names. */
const many = Array.from({ length: 1000 }, (_, index) => message(index, index > 120));

const call = (index: number, rest: Partial<HistoryRecord>): HistoryRecord => ({
  id: `call-${index}`,
  type: 'incoming',
  answered: true,
  outcome: 'terminatedRemote',
  sipAddress: 'bobby@demo.example',
  contactName: 'Bobby Berg',
  receivedText: '',
  sentText: '',
  transcript: [],
  timestamp: now - index * 11 * HOUR_MS,
  duration: 94,
  ...rest,
});

const conversation = call(0, {
  type: 'outgoing',
  outcome: 'terminatedLocal',
  receivedText: 'Good afternoon! مرحبا, how can I help? 🚆 \uFFFD\nWe open at nine.\n',
  sentText: 'Hello! When do you open tomorrow?\nThank you!',
  transcript: [
    { author: 'other', text: 'Good afternoon! مرحبا, how can I help? 🚆 \uFFFD\n', offsetMs: 4000 },
    { author: 'own', text: 'Hello! When do you open tomorrow?\n', offsetMs: 15_000 },
    { author: 'other', text: 'We open at nine.\n', offsetMs: 31_000 },
    { author: 'own', text: 'Thank you!', offsetMs: 64_000 },
  ],
});

const calls = [
  conversation,
  call(1, { answered: false, outcome: 'canceledRemote', duration: 0 }),
  call(2, { answered: false, outcome: 'rejectedLocal', duration: 0, contactName: '' }),
  call(3, { type: 'outgoing', answered: false, outcome: 'busy', duration: 0 }),
  call(4, {
    sipAddress: 'maximiliane@a-very-long-name.example',
    contactName: 'Maximiliane Charlotte von Hohenlohe-Langenburg-Schillingsfürst',
    duration: 4210,
  }),
  call(90, { type: 'outgoing', answered: false, outcome: 'rejectedRemote', duration: 0 }),
  call(900, { type: 'outgoing', answered: false, outcome: 'unknownNumber', duration: 0 }),
];

const missed = { answered: false, outcome: 'canceledRemote', duration: 0 } as const;
const missedTwo = [
  call(1, missed),
  call(5, { ...missed, sipAddress: 'maryam@demo.example', contactName: 'مريم علي' }),
];

const repeated = [
  ...Array.from({ length: 4 }, (_, index) =>
    call(index, { id: `again-${index}`, timestamp: now - index * 60_000 }),
  ),
  ...calls,
];

const ready = <T>(value: T) => ({ phase: 'ready', value }) as const;
const failed = { phase: 'failed' } as const;
const listOf = (entries: readonly HistoryRecord[]) => ready({ entries, next: null });

/** The scenes of messages and of the call history. */
export const messagesScenes: readonly Scene[] = [
  { name: 'dial, unread and missed', path: '/call', records: { messages: ready(some), missed: 2 } },
  {
    name: 'messages, unread beside do not disturb',
    path: '/messages',
    session: alice({ WEB_DO_NOT_DISTURB: 'off' }, { doNotDisturb: true }),
    records: { messages: ready(some), missed: 2 },
    client: perCall(lines.ready),
  },
  {
    name: 'dial, missed calls named',
    path: '/call',
    records: { history: listOf(missedTwo), missed: 2, missedIds: ['call-5', 'call-1'] },
    client: perCall(lines.ready),
  },
  {
    name: 'messages',
    path: '/messages',
    records: { messages: ready(some) },
    client: perCall(lines.ready),
  },
  {
    name: 'messages, dates of the browser',
    path: '/messages',
    records: { messages: ready(some) },
    session: alice({}, decided),
  },
  { name: 'messages, none', path: '/messages', records: { messages: ready([]) } },
  { name: 'messages, a thousand', path: '/messages', records: { messages: ready(many) } },
  { name: 'messages, not loaded', path: '/messages', records: { messages: failed } },
  { name: 'messages, no calls', path: '/messages', records: { messages: ready(some) }, client: lines.failed },
  {
    name: 'messages, connecting',
    path: '/messages',
    records: { messages: ready(some) },
    client: lines.establishing,
  },
  {
    name: 'messages, delete asked',
    path: '/messages',
    records: { messages: ready(some) },
    press: ['common.delete'],
  },
  { name: 'messages, delete read', path: '/messages/delete', records: { messages: ready(some) } },
  { name: 'message', path: '/messages/view/4', records: { messages: ready(some) } },
  { name: 'message, nothing known', path: '/messages/view/3', records: { messages: ready(some) } },
  { name: 'message, not there', path: '/messages/view/99', records: { messages: ready(some) } },
  { name: 'history', path: '/history', records: { history: listOf(calls) } },
  { name: 'history, repeated calls', path: '/history', records: { history: listOf(repeated) } },
  { name: 'history, none', path: '/history', records: { history: listOf([]) } },
  {
    name: 'history, none missed',
    path: '/history',
    records: { history: listOf([]), isMissedOnly: true },
  },
  { name: 'history, not loaded', path: '/history', records: { history: failed } },
  {
    name: 'history, delete all asked',
    path: '/history',
    records: { history: listOf(calls) },
    press: ['history.delete_all'],
  },
  { name: 'history, one call', path: '/history/view/call-0', records: { record: conversation } },
  {
    name: 'history, call without text',
    path: '/history/view/call-1',
    records: { record: call(1, { answered: false, outcome: 'canceledRemote', duration: 0 }) },
  },
  {
    name: 'history, text made room',
    path: '/history/view/call-1',
    records: {
      record: { ...call(1, { receivedText: '', sentText: '', transcript: [] }), isTextRemoved: true },
    },
  },
  { name: 'history, call not there', path: '/history/view/gone' },
];
