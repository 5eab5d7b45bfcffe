import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { sipSecret } from '../support/peers/sip-secret.ts';
import { adminTool } from '../support/server/admin-tool.ts';
import { startKeepingServer } from '../support/server/continuity-server.ts';
import {
  exchange,
  makeCall,
  registerPhone,
  ring,
  TEXT,
  VOICE_AND_TEXT,
} from '../support/server/monitored-phones.ts';
import type { SamtalServer } from '../support/server/samtal-server.ts';

let server: SamtalServer;

test.beforeEach(async () => {
  server = await startKeepingServer();
});
test.afterEach(() => server.dispose());

type Row = Readonly<Record<string, string | number | null>>;

/** The records in the database, in the order of the calls. */
function stored(caller?: string): Row[] {
  const database = new DatabaseSync(join(server.dataDir, 'samtal.db'), { readOnly: true });
  const rows = database.prepare('SELECT * FROM call_record ORDER BY began_at').all() as Row[];
  database.close();
  return rows.filter((row) => caller === undefined || row['caller'] === `${caller}@demo.example`);
}

const instance = (digit: string): string => `${digit.repeat(8)}-1111-4111-8111-111111111111`;

test('D93 the operator reads who called whom, when, how it ended and with which media, and the minutes', async () => {
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  const call = await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  await exchange({ from: alice, to: bobby }, call.caller, 'BYE');
  bobby.respond(await ring(alice, bobby, 'bobby', TEXT), 486);
  await expect.poll(() => stored().filter(({ ended_at }) => ended_at !== null).length).toBe(2);
  const table = await adminTool(server.dataDir, 'call-records', '--csv');
  const [heading = '', first = '', second = ''] = table.trim().split(/\r?\n/);
  const read = (line: string) => {
    const [names, cells] = [heading.split(','), line.split(',')];
    return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  };
  expect(read(first)).toMatchObject({
    caller: 'alice@demo.example',
    callee: 'bobby@demo.example',
    callerOrganisation: '1',
    status: '200',
    ending: 'hungUp',
    kind: 'voice',
    used: 'audio text',
    callId: call.caller.callId,
  });
  expect(read(second)).toMatchObject({ status: '486', ending: 'notAnswered', kind: 'text', answered: '' });
  expect(await adminTool(server.dataDir, 'call-minutes', '--csv')).toMatch(/,1,voice,1,\d\.\d/);
});

test('D93 D80 calls that go on when the server is killed go on with their record, or end as lost', {
  tag: '@long',
}, async () => {
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  const devices = {
    carol: { instance: instance('1'), secret: await sipSecret(server.url, 'carol') },
    david: { instance: instance('2'), secret: await sipSecret(server.url, 'david') },
  };
  const carol = await registerPhone(server, 'carol', devices.carol);
  const david = await registerPhone(server, 'david', devices.david);
  const call = await makeCall(carol, david, 'david', TEXT);
  await expect.poll(() => stored('carol')[0]?.['answered_at'] ?? 0).toBeGreaterThan(0);
  await server.kill();
  await server.restart();
  // The two phones without an instance cannot come back.
  expect(stored('alice')).toMatchObject([{ status: 200, ending: 'lost', ended_at: expect.any(Number) }]);
  expect(stored('carol')).toMatchObject([{ status: 200, ending: null, ended_at: null }]);
  const back = await registerPhone(server, 'carol', devices.carol);
  const other = await registerPhone(server, 'david', devices.david);
  await exchange({ from: back, to: other }, call.caller, 'BYE');
  await expect.poll(() => stored('carol')[0]?.['ending']).toBe('hungUp');
  expect(stored('carol')).toMatchObject([{ call_id: call.caller.callId, used: 'text' }]);
});

test('D93 a server that is stopped ends the calls that cannot go on', async () => {
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  await server.stop();
  expect(stored()).toMatchObject([{ status: 200, ending: 'serverStopped' }]);
});
