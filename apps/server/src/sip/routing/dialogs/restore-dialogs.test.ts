import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { SavedDialog } from '../../../domain/saved-dialog.ts';
import type { ScriptedPhone } from '../../testing/scripted-phone.ts';
import { createTestBed, register, settle, type TestBed, type TestCall } from '../../testing/test-bed.ts';
import { createSavedDialogs } from './saved-dialogs.ts';

const LIMIT_MS = 30_000;
const instanceOf = (user: string): string => `00000000-0000-4000-8000-${user.padEnd(12, '0').slice(0, 12)}`;

let clock = createFakeClock();
let stored: Map<string, SavedDialog>;
let serial = 0;

beforeEach(() => {
  clock = createFakeClock();
  stored = new Map();
});

function start(): TestBed {
  const repository = {
    // What comes from the storage has been written as JSON.
    put: async (dialog: SavedDialog) => void stored.set(dialog.token, JSON.parse(JSON.stringify(dialog))),
    remove: async (token: string) => void stored.delete(token),
  };
  const savedDialogs = createSavedDialogs(repository, { error: () => undefined });
  const bed = createTestBed(clock, undefined, undefined, { keepCallsMs: LIMIT_MS, savedDialogs });
  bed.server.restore([...stored.values()]);
  return bed;
}

async function open(bed: TestBed, user: string, instance = instanceOf('aa')): Promise<ScriptedPhone> {
  serial += 1;
  const phone = bed.phone(user, `${user}phone${serial}`);
  await register(phone, `${user}@demo.example`, { instance });
  phone.heard.length = 0;
  return phone;
}

async function createCall(bed: TestBed, from = 'alice', to = 'bobby') {
  const [caller, callee] = [await open(bed, from), await open(bed, to, instanceOf('bb'))];
  const call = await bed.call(caller, callee, `${to}@demo.example`);
  return { caller, callee, call };
}

/** The offer of `phone` reaches `peer` and is answered. */
async function goOn(phone: ScriptedPhone, peer: ScriptedPhone, dialog: TestCall['caller']): Promise<void> {
  phone.requestIn(dialog, 'INVITE', { body: 'v=0\r\n', cseq: 5000 });
  await settle();
  const offer = peer.requests('INVITE').at(-1);
  if (offer === undefined) throw new Error('no offer');
  peer.respond(offer, 200, { body: 'v=0\r\n' });
  await settle();
  expect(phone.statuses('INVITE').at(-1)).toBe(200);
}

test('D80 a call goes on after the server was killed and started again', async () => {
  const { call } = await createCall(start());
  expect(stored.size).toBe(1);
  const bed = start();
  const [alice, bobby] = [await open(bed, 'alice'), await open(bed, 'bobby', instanceOf('bb'))];
  await goOn(alice, bobby, call.caller);
  bobby.requestIn(call.callee, 'MESSAGE', { body: 'hello', cseq: 7000 });
  await settle();
  expect(alice.requests('MESSAGE')).toHaveLength(1);
  alice.requestIn(call.caller, 'BYE', { cseq: 8000 });
  await settle();
  const [bye] = bobby.requests('BYE');
  if (bye !== undefined) bobby.respond(bye, 200);
  await settle();
  expect([stored.size, bed.server.counters().dialogs]).toEqual([0, 0]);
});

test('D80 a call goes on after two restarts', async () => {
  const { call } = await createCall(start());
  start();
  const bed = start();
  const [alice, bobby] = [await open(bed, 'alice'), await open(bed, 'bobby', instanceOf('bb'))];
  await goOn(bobby, alice, call.callee);
});

test('D80 ends that stay away after a restart lose their call at the limit, and nothing is left', async () => {
  await createCall(start());
  const bed = start();
  const bobby = await open(bed, 'bobby', instanceOf('bb'));
  clock.advance(LIMIT_MS);
  await settle();
  const [bye] = bobby.requests('BYE');
  expect(Number.parseInt(bye?.headers.find(({ name }) => name === 'CSeq')?.value ?? '', 10)).toBeGreaterThan(
    1_000_000,
  );
  expect([stored.size, bed.server.counters().dialogs]).toEqual([0, 0]);
});

test('D80 a graceful stop leaves stored calls to the next run, without BYE', async () => {
  const first = start();
  const { caller, callee, call } = await createCall(first);
  first.server.shutDown();
  expect([...caller.requests('BYE'), ...callee.requests('BYE')]).toEqual([]);
  const bed = start();
  const [alice, bobby] = [await open(bed, 'alice'), await open(bed, 'bobby', instanceOf('bb'))];
  await goOn(alice, bobby, call.caller);
});

test('D80 a new Contact of an end is stored', async () => {
  const { caller, callee, call } = await createCall(start());
  caller.requestIn(call.caller, 'INFO', { contact: 'sip:new@new.invalid;transport=ws', cseq: 5000 });
  await settle();
  expect([...stored.values()][0]?.caller.target).toBe('sip:new@new.invalid;transport=ws');
  expect(callee.requests('INFO')).toHaveLength(1);
});

test('D80 calls of server agents, and of phones without an instance, are not stored', async () => {
  const bed = start();
  const [alice, echo] = [await open(bed, 'alice'), await bed.registered('echo')];
  await bed.call(alice, echo, 'echo@demo.example');
  const [carol, bobby] = [await bed.registered('carol'), await open(bed, 'bobby')];
  await bed.call(carol, bobby, 'bobby@demo.example');
  expect(stored.size).toBe(0);
});

test.each([
  ['another account', 'mallory', 'aa'],
  ['another device of the account', 'alice', 'cc'],
])('D80 attack: after a restart %s cannot take up a call', async (_who, user, instance) => {
  const { call } = await createCall(start());
  const bed = start();
  const bobby = await open(bed, 'bobby', instanceOf('bb'));
  const stranger = await open(bed, user, instanceOf(instance));
  for (const method of ['INVITE', 'MESSAGE', 'BYE']) {
    stranger.requestIn(call.caller, method, { body: 'x', cseq: 9000 });
    await settle();
    expect(stranger.statuses(method).at(-1)).toBe(481);
  }
  expect(bobby.heard.filter(({ kind }) => kind === 'request')).toEqual([]);
});

test('D40 D80 an account that is disabled after a restart loses its calls immediately', async () => {
  await createCall(start());
  const bed = start();
  const bobby = await open(bed, 'bobby', instanceOf('bb'));
  bed.server.revoke({ username: 'alice' });
  expect(bobby.requests('BYE')).toHaveLength(1);
  await settle();
  expect(stored.size).toBe(0);
});

test('D80 a call of an earlier run waits for its ends until the limit', async () => {
  const first = start();
  await createCall(first, 'guest1', 'bobby');
  const bed = start();
  expect(bed.server.counters().dialogs).toBe(1);
  clock.advance(LIMIT_MS);
  expect(bed.server.counters().dialogs).toBe(0);
});
