import type { Page } from '@playwright/test';
import { pinWire } from '../../support/faults/pin-wire.ts';
import { expect, test } from '../../support/journey.ts';
import { testingMode } from '../../support/server/testing-mode.ts';

/** By how much the time between two chunks may be shorter than 250 ms: a busy page sends some late. */
const LATE_MS = 50;

type SentMessage = { readonly atMs: number; readonly body: string };

type Watch = {
  /** Every MESSAGE that the page sends, with the time at which the browser sent it. */
  readonly sent: SentMessage[];
  /** The time now, by the same clock. */
  now(): Promise<number>;
};

async function watchMessages(page: Page): Promise<Watch> {
  const sent: SentMessage[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Network.webSocketFrameSent', ({ timestamp, response: { payloadData } }) => {
    const body = payloadData.slice(payloadData.indexOf('\r\n\r\n') + 4);
    if (payloadData.startsWith('MESSAGE ')) sent.push({ atMs: timestamp * 1000, body });
  });
  await session.send('Network.enable');
  await session.send('Performance.enable');
  const now = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'Timestamp')?.value ?? Number.NaN) * 1000;
  };
  return { sent, now };
}

test('RTT-09 D11 1000 characters leave as four MESSAGE bodies of 250, one each 250 ms', async ({
  person,
  // Where both ends count the text (decision D82), a body begins with its numbers.
  endingServer: { url },
}) => {
  const [alice, bobby] = [await person('alice', {}, url), await person('bobby', {}, url)];
  await pinWire(alice, 'message');
  for (const someone of [alice, bobby]) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await expect(alice.page.getByText('Text, with short delays')).toBeVisible();
  const { sent, now } = await watchMessages(alice.page);
  const text = 'Ten chars '.repeat(100);
  await alice.ownText.focus();
  const typedAt = await now();
  await alice.page.keyboard.insertText(text);
  await expect(bobby.incomingText).toHaveText(text.trim());

  expect(sent.map(({ body }) => body)).toEqual([0, 250, 500, 750].map((at) => text.slice(at, at + 250)));
  // The first chunk may leave late, because a page draws a long paste before it sends.
  const times = [typedAt, ...sent.slice(1).map(({ atMs }) => atMs)];
  const spacing = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  for (const ms of spacing) expect(ms).toBeGreaterThanOrEqual(250 - LATE_MS);
  const passedOn = (await testingMode(url).wire()).filter(
    ({ direction, text: message }) => direction === 'out' && message.startsWith('MESSAGE '),
  );
  expect(passedOn.map(({ text: message }) => message.split('\r\n\r\n')[1]?.length)).toEqual([
    250, 250, 250, 250,
  ]);
});
