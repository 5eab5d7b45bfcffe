import { expect, test } from './support/journey.ts';
import { wireFaults } from './support/wire-rules.ts';

test('SIP-01 SIP-02 SIP-05 SIP-06 STATE-29 a call on the wire follows RFC 3261 message by message', async ({
  faults,
  reachable,
}) => {
  const { wire } = faults;
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('hej');
  await expect(bobby.incomingText).toHaveText('hej');
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  const log = await wire();
  expect(wireFaults(log)).toEqual([]);
  const invite = log.find(({ text }) => text.startsWith('INVITE sip:bobby@demo.example'))?.text ?? '';
  expect(invite).toMatch(/^Call-Info: <sip:[^>]+>;purpose=x-local-ip\r$/m);
  for (const line of ['m=audio', 'm=video', 'm=application', 'a=rtt:sip-message', 'a=dcmap:1 '])
    expect(invite).toContain(line);
  expect(log.some(({ text }) => text.startsWith('BYE '))).toBe(true);
});

test('SIP-06 STATE-11 STATE-29 a call given up is a CANCEL, and what follows it is in order', async ({
  faults,
  reachable,
}) => {
  const { wire } = faults;
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.hasStatus('INCOMING_CALL');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();
  await bobby.hasStatus('CANCELED_REMOTE');
  await expect
    .poll(async () => (await wire()).filter(({ text }) => text.startsWith('ACK ')).length)
    .toBeGreaterThan(1);
  const log = await wire();
  expect(wireFaults(log)).toEqual([]);
  expect(log.filter(({ text }) => text.startsWith('CANCEL ')).map(({ direction }) => direction)).toEqual([
    'in',
    'out',
  ]);
});

test('STATE-12 D19 a declined call is a 403 on the wire, acknowledged hop by hop', async ({
  faults,
  reachable,
}) => {
  const { wire } = faults;
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await alice.dial('bobby');
  await bobby.page.getByRole('button', { name: 'Reject' }).click();
  await alice.hasStatus('REJECTED_REMOTE');
  await expect.poll(async () => (await wire()).filter(({ text }) => text.startsWith('ACK ')).length).toBe(2);
  const log = await wire();
  expect(wireFaults(log)).toEqual([]);
  expect(log.some(({ text }) => text.startsWith('SIP/2.0 403'))).toBe(true);
});

test('REG-01 REG-02 REG-14 a registration dropped by the server is made again, as the same person', async ({
  faults,
  person,
}) => {
  const { wire, drop } = faults;
  const alice = await person('alice');
  await alice.isReachable();
  await drop('alice');
  await expect
    .poll(
      async () =>
        (await wire()).filter(({ text }) => text.startsWith('REGISTER ') && text.includes('alice')).length,
    )
    .toBe(4);
  await alice.page.getByLabel('Number or name').fill('x');
  await expect(alice.callButton).toBeEnabled();
  const log = await wire();
  expect(wireFaults(log)).toEqual([]);
  const registers = log
    .filter(({ text }) => text.startsWith('REGISTER ') && text.includes('alice'))
    .map(({ text }) => text);
  for (const register of registers) expect(register).toMatch(/expires[=:] ?600/i);
  expect(registers.at(-1)).toMatch(/^Authorization: Digest .*username="alice"/m);
});

test('CALLSCR-10 A-063 STATE-19 a server error has a screen that offers to call back, and that call works', async ({
  faults,
  reachable,
}) => {
  const { answer } = faults;
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  await answer('INVITE', 500, { times: 1, username: 'alice' });
  await alice.dial('bobby');
  await alice.hasStatus('FAILED');
  await expect(alice.page.getByText('Unknown error')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Call back' }).click();
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
});

test('REG-06 A-054 a 503 to REGISTER is temporary: the banner says so and it is tried again', async ({
  faults,
  person,
}) => {
  const { answerRegister } = faults;
  await answerRegister(503, { times: 1, username: 'carol' });
  const carol = await person('carol');
  await carol.logIn();
  await expect(carol.page.getByText('Reconnecting…')).toBeVisible();
  await carol.page.getByLabel('Number or name').fill('x');
  await expect(carol.callButton).toBeEnabled({ timeout: 15_000 });
});

test('REG-07 A-053 REG-09 a 403 to REGISTER is retried five times, then the connection has failed', async ({
  faults,
  person,
}) => {
  const { reset, answerRegister, wire } = faults;
  await answerRegister(403, { username: 'carol' });
  const carol = await person('carol');
  await carol.logIn();
  await expect(carol.page.getByText('The connection failed.')).toBeVisible({ timeout: 20_000 });
  const times = (await wire())
    .filter(({ text }) => text.startsWith('SIP/2.0 403') && text.includes('carol'))
    .map(({ at }) => at);
  expect(times).toHaveLength(6);
  for (const [index, at] of times.entries()) {
    if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(2400);
  }
  await reset();
  await carol.page.getByRole('button', { name: 'Try again now' }).click();
  await carol.page.getByLabel('Number or name').fill('x');
  await expect(carol.callButton).toBeEnabled();
});
