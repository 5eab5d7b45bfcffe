import { pinWire } from '../support/faults/pin-wire.ts';
import { expect, test } from '../support/journey.ts';
import { signIn } from '../support/page/user-api.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';
import { sipSecret } from '../support/peers/sip-secret.ts';

const wires = [
  { wire: 'data-channel', shown: 'Live text', tag: '@daily' },
  { wire: 'message', shown: 'Text, with short delays', tag: '@long' },
] as const;

for (const { wire, shown, tag } of wires)
  test(`A-066 MSG-09 D10 text left in a mailbox by ${wire} is stored with its corrections, also when the server is killed a second later`, {
    tag,
  }, async ({ mortalServer: server, person }) => {
    const bobby = await signIn(server.url, 'bobby');
    await bobby.set('AM_ENABLED', '1');
    await bobby.set('AM_MESSAGE', 'I am at the lake.');
    const push = await bobby.listen();

    const alice = await person('alice', {}, server.url);
    await pinWire(alice, wire);
    await alice.isReachable();
    const calledAt = Date.now();
    await alice.dial('bobby');
    await alice.hasStatus('ACCEPTED');
    await expect(alice.page.getByText(shown)).toBeVisible();
    await expect(alice.incomingText).toContainText('You have reached the mailbox of Bobby Demo.');
    await expect(alice.incomingText).toContainText('I am at the lake.');
    await alice.ownText.pressSequentially('See you on Tue', { delay: 30 });
    for (let letter = 0; letter < 'Tue'.length; letter += 1) await alice.page.keyboard.press('Backspace');
    await alice.ownText.pressSequentially('Friday 👋🏽', { delay: 30 });
    await expect(alice.ownText).toHaveValue('See you on Friday 👋🏽');
    await alice.hangUp();
    const hungUpAt = Date.now();
    await alice.hasStatus('COMPLETED');
    await expect.poll(() => push.heard(), { intervals: [50] }).toContain('"kind":"messages"');

    await alice.page.waitForTimeout(Math.max(0, hungUpAt + 1_000 - Date.now()));
    await server.kill();
    await server.restart();
    const messages = await (await signIn(server.url, 'bobby')).messages();
    expect(messages).toEqual([
      expect.objectContaining({
        fromSipaddress: 'alice@demo.example',
        read: false,
        text: 'See you on Friday 👋🏽',
      }),
    ]);
    expect(messages[0]?.timestamp).toBeGreaterThanOrEqual(calledAt);
    expect(messages[0]?.timestamp).toBeLessThanOrEqual(hungUpAt);
  });

test('A-066 A-067 MSG-09 a user who was offline sees a new message, reads it and calls back', async ({
  mortalServer: server,
  person,
}) => {
  await (await signIn(server.url, 'bobby')).set('AM_ENABLED', '1');
  const alice = await person('alice', {}, server.url);
  await alice.isReachable();
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  await expect(alice.incomingText).toContainText('You have reached the mailbox of Bobby Demo.');
  await alice.ownText.fill('Dinner at sevne');
  await alice.page.keyboard.press('Backspace');
  await alice.page.keyboard.press('Backspace');
  await alice.ownText.pressSequentially('en?');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');

  const bobby = await person('bobby', {}, server.url);
  await bobby.isReachable();
  const { page } = bobby;
  const messages = page.getByRole('link', { name: 'Messages' });
  await expect(messages).toContainText('1 unread');
  await messages.click();
  const row = page.getByRole('listitem').filter({ hasText: 'alice@demo.example' });
  // The sender is a colleague, and not unknown (bug 13 of the first trial, decision D61).
  await expect(row).toContainText('Alice Demo');
  await expect(row).toContainText('Dinner at seven?');
  await row.getByRole('button', { name: 'View' }).click();
  await expect(page.getByText('Dinner at seven?', { exact: true })).toBeVisible();
  await expect(messages).not.toContainText('unread');
  await page.getByRole('button', { name: 'Call sender' }).click();
  await alice.answer();
  await bobby.hasStatus('ACCEPTED');
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
});

test('D104 RFC 3842 a SIP phone shows within a second that a caller has left a message, and that it was read', {
  tag: '@long',
}, async ({ mortalServer: server, person }) => {
  const bobby = await signIn(server.url, 'bobby');
  await bobby.set('AM_ENABLED', '1');
  const phone = await openRawPhone(`${server.url.replace('http', 'ws')}/sip`, {
    name: 'bobby',
    secret: await sipSecret(server.url, 'bobby'),
    device: 'desk',
  });
  const subscribe = phone.request('SUBSCRIBE', 'bobby@demo.example', {
    headers: [
      { name: 'Event', value: 'message-summary' },
      { name: 'Accept', value: 'application/simple-message-summary' },
      { name: 'Expires', value: '3600' },
    ],
  });
  await expect.poll(() => phone.statuses('SUBSCRIBE')).toEqual([401]);
  phone.authorize(subscribe, phone.answer('SUBSCRIBE'));
  /** Answers the NOTIFY with this number, and returns its body. */
  async function heard(number: number): Promise<string> {
    await expect.poll(() => phone.requests('NOTIFY').length, { intervals: [50] }).toBe(number);
    const notify = phone.requests('NOTIFY')[number - 1];
    if (notify === undefined) throw new Error('no NOTIFY');
    phone.respond(notify, 200);
    return notify.body;
  }
  expect(await heard(1)).toBe(
    'Messages-Waiting: no\r\nMessage-Account: sip:bobby@demo.example\r\nText-Message: 0/0\r\n',
  );
  expect(phone.statuses('SUBSCRIBE')).toEqual([401, 200]);

  const alice = await person('alice', {}, server.url);
  await alice.isReachable();
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  await expect(alice.incomingText).toContainText('You have reached the mailbox of Bobby Demo.');
  await alice.ownText.pressSequentially('See you');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  expect(await heard(2)).toContain('Messages-Waiting: yes\r\n');

  // Another device of the user reads it.
  await bobby.markRead(1);
  expect(await heard(3)).toMatch(/Messages-Waiting: no\r\n.*\r\nText-Message: 0\/1\r\n/s);
  phone.drop();
});
