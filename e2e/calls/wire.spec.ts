import { pinWire } from '../support/faults/pin-wire.ts';
import { expect, test } from '../support/journey.ts';
import { logOut } from '../support/page/account-menu.ts';
import { testingMode } from '../support/server/testing-mode.ts';
import { wireFaults } from '../support/wire/wire-rules.ts';

const methodsIn = (log: readonly { readonly text: string }[]): readonly string[] =>
  [...new Set(log.flatMap(({ text }) => /^([A-Z]+) sip:/.exec(text)?.[1] ?? []))].toSorted();

test('SIP-01 SIP-02 SIP-06 CALLSCR-05 CALLSCR-10 REG-01 REG-02 REG-14 STATE-11 STATE-12 STATE-19 STATE-29 A-063 D19 D35 every message of calls that are answered, cancelled, declined, refused follows RFC 3261', async ({
  faults,
  person,
  reachable,
}) => {
  const { answer, drop, wire } = faults;
  const [alice, bobby] = await reachable(['alice', 'bobby']);
  /** The messages after the first `count` ones. */
  const after = async (count: number) => (await wire()).slice(count);

  await test.step('SIP-01 SIP-02 SIP-06 STATE-29 a call that is answered', async () => {
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
    expect(methodsIn(log)).toEqual(['ACK', 'BYE', 'INVITE', 'REGISTER']);
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('CALLSCR-05 SIP-06 STATE-11 STATE-29 a cancelled call sends CANCEL, and the messages after it are correct', async () => {
    const before = (await wire()).length;
    await alice.dial('bobby');
    await bobby.hasStatus('INCOMING_CALL');
    await expect(alice.page.getByRole('heading', { name: 'calling Bobby Demo' })).toBeVisible();
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.hasStatus('CANCELED_REMOTE');
    await expect
      .poll(async () => (await after(before)).filter(({ text }) => text.startsWith('ACK ')).length)
      .toBeGreaterThan(1);
    expect(wireFaults(await wire())).toEqual([]);
    const cancels = (await after(before)).filter(({ text }) => text.startsWith('CANCEL '));
    expect(cancels.map(({ direction }) => direction)).toEqual(['in', 'out']);
  });

  await test.step('STATE-12 D19 a declined call gets 403, which each hop acknowledges', async () => {
    const before = (await wire()).length;
    await alice.dial('bobby');
    await bobby.page.getByRole('button', { name: 'Reject', exact: true }).click();
    await alice.hasStatus('REJECTED_REMOTE');
    await expect
      .poll(async () => (await after(before)).filter(({ text }) => text.startsWith('ACK ')).length)
      .toBe(2);
    expect(wireFaults(await wire())).toEqual([]);
    expect((await after(before)).some(({ text }) => text.startsWith('SIP/2.0 403'))).toBe(true);
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('STATE-12 D19 D35 declining on one device sends 403 and stops the others, which record no missed call', async () => {
    const [desk, tablet] = [bobby, await person('bobby')];
    await tablet.isReachable();
    const before = (await wire()).length;
    await alice.dial('bobby');
    for (const device of [desk, tablet]) await device.hasStatus('INCOMING_CALL');
    await desk.page.getByRole('button', { name: 'Reject', exact: true }).click();
    await tablet.hasStatus('CANCELED_REMOTE');
    await alice.hasStatus('REJECTED_REMOTE');
    await desk.hasStatus('COMPLETED');
    await expect(tablet.page.getByRole('link', { name: 'History', exact: true })).toBeVisible();
    expect(wireFaults(await wire())).toEqual([]);
    const refusal = (await after(before)).find(
      ({ direction, text }) => direction === 'in' && text.startsWith('SIP/2.0 403'),
    );
    expect(refusal?.text).toMatch(/^Reason: SIP;cause=603;text="Decline"\r$/m);
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await tablet.leave();
  });

  await test.step('REG-01 REG-02 REG-14 a client renews a registration that the server has dropped, with the same identity', async () => {
    const registersOf = async () =>
      (await wire())
        .filter(({ text }) => text.startsWith('REGISTER ') && text.includes('alice'))
        .map(({ text }) => text);
    await drop('alice');
    await expect.poll(async () => (await registersOf()).length).toBe(4);
    await alice.page.getByLabel('Number or name').fill('x');
    await expect(alice.callButton).toBeEnabled();
    expect(wireFaults(await wire())).toEqual([]);
    const registers = await registersOf();
    for (const register of registers) expect(register).toMatch(/expires[=:] ?600/i);
    expect(registers.at(-1)).toMatch(/^Authorization: Digest .*username="alice"/m);
  });

  await test.step('CALLSCR-10 A-063 STATE-19 after a server error the screen offers to call back, and that call works', async () => {
    await answer('INVITE', 500, { times: 1, username: 'alice' });
    await alice.dial('bobby');
    await alice.hasStatus('FAILED');
    await expect(alice.page.getByText('Unknown error')).toBeVisible();
    await alice.page.getByRole('button', { name: 'Call back' }).click();
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
  });
});

test('REG-06 REG-12 SIP-04 SIP-05 SIP-06 A-054 after 503 to REGISTER the client tries again; a call with text and tones uses no other methods than those seven; a logout unregisters', async ({
  faults,
  reachable,
  person,
}) => {
  const carol = await person('carol');
  await pinWire(carol, 'message');

  await test.step('REG-06 A-054 after 503 the banner says that it is temporary, and the client tries again', async () => {
    await faults.answerRegister(503, { times: 1, username: 'carol' });
    await carol.logIn();
    await expect(carol.page.getByText('Reconnecting…')).toBeVisible();
    await carol.page.getByLabel('Number or name').fill('x');
    await expect(carol.callButton).toBeEnabled({ timeout: 15_000 });
  });

  await test.step('SIP-04 SIP-05 SIP-06 a call with text and tones uses no other methods than those seven', async () => {
    const [bobby] = await reachable(['bobby']);
    await carol.dial('bobby');
    await bobby.hasStatus('INCOMING_CALL');
    await carol.page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.hasStatus('CANCELED_REMOTE');
    await carol.hasStatus('COMPLETED');
    await carol.dial('bobby');
    await bobby.answer();
    await carol.hasStatus('ACCEPTED');
    await carol.ownText.pressSequentially('hej');
    await expect(bobby.incomingText).toHaveText('hej');
    await carol.page.getByRole('button', { name: 'Dialpad' }).click();
    await carol.page.getByRole('button', { name: '5', exact: true }).click();
    await expect.poll(async () => methodsIn(await faults.wire())).toContain('INFO');
    await carol.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    const log = await faults.wire();
    expect(wireFaults(log)).toEqual([]);
    const seven = ['ACK', 'BYE', 'CANCEL', 'INFO', 'INVITE', 'MESSAGE', 'REGISTER'];
    expect(methodsIn(log)).toEqual(seven);
    await carol.hasStatus('COMPLETED');
  });

  await test.step('REG-12 a logout unregisters with one request, which is accepted', async () => {
    const before = (await faults.wire()).length;
    await logOut(carol.page);
    await expect(carol.page.getByLabel('Username')).toBeVisible();
    const log = (await faults.wire())
      .slice(before)
      .filter(({ text }) => /^CSeq: \d+ REGISTER\r$/m.test(text));
    expect(log.map(({ text }) => text.split(' sip:')[0]?.split('\r\n')[0])).toEqual([
      'REGISTER',
      'SIP/2.0 200 OK',
    ]);
  });
});

test('NAV-17 REG-05 D15 where calls end with their page, it asks before it is left during a call, and only then; a page that closes in a call sends BYE and unregisters, and the other end is told within a second', async ({
  endingServer: { url },
  reachable,
}) => {
  const faults = testingMode(url);
  const [alice, bobby] = await reachable(['alice', 'bobby'], url);
  await alice.dial('bobby');
  await bobby.answer();
  await bobby.hasStatus('ACCEPTED');
  await test.step('NAV-17 D15 the page asks before it is left during a call', async () => {
    const questions: string[] = [];
    alice.page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await alice.page.close({ runBeforeUnload: true });
    await expect.poll(() => questions).toEqual(['beforeunload']);
    await bobby.hasStatus('ACCEPTED');
  });

  const { bindings = 0 } = await faults.counters();
  const before = (await faults.wire()).length;
  const closedAt = Date.now();
  await alice.page.close({ runBeforeUnload: false });
  await bobby.hasStatus('TERMINATED_REMOTE');
  await expect.poll(async () => (await faults.counters())['bindings']).toBe(bindings - 1);
  const log = (await faults.wire()).slice(before);
  const bye = log.find(({ direction, text }) => direction === 'out' && text.startsWith('BYE '));
  expect(bye?.at ?? Number.NaN).toBeLessThan(closedAt + 1000);
  const said = log.filter(({ direction }) => direction === 'in').map(({ text }) => text);
  expect(said.map((text) => text.split(' ')[0])).toEqual(expect.arrayContaining(['BYE', 'REGISTER']));
  // The server must accept this REGISTER without a challenge, which a closed page could not answer.
  const unregister = said.find((text) => text.startsWith('REGISTER ')) ?? '';
  expect(unregister).toMatch(/^Expires: 0\r$/m);
  expect(unregister).toMatch(/^Authorization: Digest .*username="alice".*nc=00000002\r$/m);
  const cseq = /^CSeq: (\d+ REGISTER)\r$/m.exec(unregister)?.[1] ?? '';
  const answers = log.filter(({ text }) => text.startsWith('SIP/2.0 ') && text.includes(`CSeq: ${cseq}\r`));
  expect(answers.map(({ text }) => text.split('\r\n')[0])).toEqual(['SIP/2.0 200 OK']);

  await test.step('NAV-17 D15 without a call the page does not ask', async () => {
    const questions: string[] = [];
    bobby.page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    const closed = bobby.page.waitForEvent('close');
    await bobby.page.close({ runBeforeUnload: true });
    await closed;
    expect(questions).toEqual([]);
  });
});

test('REG-07 A-053 REG-09 after 403 to REGISTER the client tries five times more, then the connection has failed', {
  tag: '@long',
}, async ({ faults, person }) => {
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
