import { expect, test } from '@playwright/test';
import { adminTool } from '../support/admin-tool.ts';
import {
  exchange,
  makeCall,
  registerPhone,
  ring,
  TEXT,
  VOICE_AND_TEXT,
} from '../support/monitored-phones.ts';
import { type SamtalServer, startSamtalServer } from '../support/samtal-server.ts';
import { sipSecret } from '../support/sip-secret.ts';

let server: SamtalServer;

test.beforeEach(async () => {
  server = await startSamtalServer();
});
test.afterEach(() => server.dispose());

/** The records as the operator's tool prints them, by the names of the columns. */
async function records(): Promise<readonly Readonly<Record<string, string>>[]> {
  const table = await adminTool(server.dataDir, 'call-records', '--csv');
  const [heading = [], ...rows] = table
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(heading.map((name, index) => [name, row[index] ?? ''])));
}

const instance = (digit: string): string => `${digit.repeat(8)}-1111-4111-8111-111111111111`;

test('D93 the operator reads who called whom, when, how it ended and with which media, and the minutes', async () => {
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  const call = await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  await exchange({ from: alice, to: bobby }, call.caller, 'BYE');
  bobby.respond(await ring(alice, bobby, 'bobby', TEXT), 486);
  await expect.poll(async () => (await records()).filter(({ ended }) => ended !== '').length).toBe(2);
  expect(await records()).toMatchObject([
    {
      caller: 'alice@demo.example',
      callee: 'bobby@demo.example',
      callerOrganisation: '1',
      status: '200',
      ending: 'hungUp',
      kind: 'voice',
      used: 'audio text',
      callId: call.caller.callId,
    },
    { status: '486', ending: 'notAnswered', kind: 'text', answered: '' },
  ]);
  expect(await adminTool(server.dataDir, 'call-minutes', '--csv')).toMatch(/,1,voice,1,0\.\d/);
});

test('D93 D80 calls that go on when the server is killed go on with their record, or end as lost', async () => {
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  const devices = {
    carol: { instance: instance('1'), secret: await sipSecret(server.url, 'carol') },
    david: { instance: instance('2'), secret: await sipSecret(server.url, 'david') },
  };
  const carol = await registerPhone(server, 'carol', devices.carol);
  const david = await registerPhone(server, 'david', devices.david);
  const call = await makeCall(carol, david, 'david', TEXT);
  const of = async (name: string) =>
    (await records()).filter(({ caller }) => caller === `${name}@demo.example`);
  await expect.poll(async () => (await of('carol'))[0]?.answered).toBeTruthy();
  await server.kill();
  await server.restart();
  // The two phones without an instance cannot come back.
  expect(await of('alice')).toMatchObject([
    { status: '200', ending: 'lost', ended: expect.stringMatching(/Z$/) },
  ]);
  expect(await of('carol')).toMatchObject([{ status: '200', ending: '', ended: '' }]);
  const back = await registerPhone(server, 'carol', devices.carol);
  const other = await registerPhone(server, 'david', devices.david);
  await exchange({ from: back, to: other }, call.caller, 'BYE');
  await expect.poll(async () => (await of('carol'))[0]?.ending).toBe('hungUp');
  expect(await of('carol')).toMatchObject([{ callId: call.caller.callId, used: 'text' }]);
});

test('D93 a server that is stopped ends the calls that cannot go on', async () => {
  const [alice, bobby] = [await registerPhone(server, 'alice'), await registerPhone(server, 'bobby')];
  await makeCall(alice, bobby, 'bobby', VOICE_AND_TEXT);
  await server.stop();
  expect(await records()).toMatchObject([{ status: '200', ending: 'serverStopped' }]);
});
