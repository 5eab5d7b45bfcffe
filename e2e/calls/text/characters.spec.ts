import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseCsv } from '@samtal/api-contract';
import { expect, test } from '../../support/journey.ts';
import type { Person } from '../../support/page/person.ts';
import { killTextChannel } from '../../support/page/witness.ts';

/** Messages with text of one page, as its browser sends them: on channels, and in MESSAGE. */
async function watchWire(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const carried: string[] = [];
    Object.assign(window, { carried });
    const send = RTCDataChannel.prototype.send as (data: string) => void;
    Object.assign(RTCDataChannel.prototype, {
      send(this: RTCDataChannel, data: string): void {
        send.call(this, data);
        carried.push(data);
      },
    });
    const socketSend = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
      const request = typeof data === 'string' ? data : '';
      if (request.startsWith('MESSAGE ')) carried.push(request.split('\r\n\r\n')[1] ?? '');
      socketSend.call(this, data);
    };
  });
  await page.reload();
  return () => page.evaluate(() => (window as unknown as { carried: string[] }).carried);
}

/** Opens the list of characters of the call in progress. */
async function openList({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Text options' }).click();
  await page.getByRole('button', { name: 'Characters' }).click();
  await expect(page.getByRole('region', { name: 'List of characters' })).toBeVisible();
}

type Listed = {
  readonly direction: string;
  readonly transport: string;
  readonly chunk: string;
  readonly codePoint: string;
  readonly delivery: string;
  readonly ms: number;
};

/** The list as a user saves it. */
async function savedList({ page }: Person): Promise<readonly Listed[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a table (CSV)' }).click();
  const [, ...rows] = parseCsv(await readFile(await (await download).path(), 'utf8'));
  return rows.map((row) => {
    const [, direction = '', ms = '', , transport = '', chunk = '', , codePoint = ''] = row;
    return { direction, ms: Number(ms), transport, chunk, codePoint, delivery: row[11] ?? '' };
  });
}

/** The chunks of one direction of a list. */
function chunksOf(list: readonly Listed[], direction: 'sent' | 'received'): readonly string[] {
  const chunks = new Map<string, string>();
  for (const { direction: of, chunk, codePoint } of list) {
    if (of !== direction) continue;
    const character = String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16));
    chunks.set(chunk, (chunks.get(chunk) ?? '') + character);
  }
  return [...chunks.values()];
}

test('D91 D10 two users type on the data channel and by MESSAGE, and the list at each end is exactly what the wire carried', {
  tag: '@long',
}, async ({ person }) => {
  const people = [await person('alice'), await person('bobby')] as const;
  const [alice, bobby] = people;
  const wires = await Promise.all(people.map(({ page }) => watchWire(page)));
  for (const { page } of people) await page.getByLabel('Debug mode').check();
  await Promise.all(people.map((someone) => someone.isReachable()));
  await alice.dial('bobby');
  await bobby.answer();
  for (const { page } of people) await expect(page.getByText('Live text')).toBeVisible();
  await alice.ownText.pressSequentially('Hej 👩‍🚀 é');
  await alice.ownText.press('Backspace');
  await bobby.ownText.pressSequentially('ja\nnej');
  await bobby.page.getByRole('button', { name: 'Knock' }).click();
  await expect(bobby.incomingText).toHaveText(/Hej 👩‍🚀 $/u);
  await expect(alice.incomingText).toContainText('nej');

  // The first channel that dies has a successor, the second one has none.
  for (const words of ['två', 'tre']) {
    await expect(alice.page.getByText(/Not delivered yet/)).toHaveCount(0);
    await killTextChannel(alice.page);
    await alice.ownText.pressSequentially(words);
    await expect(bobby.incomingText).toContainText(words);
  }
  for (const { page } of people) await expect(page.getByText('Text, with short delays')).toBeVisible();
  await Promise.all(people.map(openList));
  for (const { page } of people) await expect(page.getByText('On its way')).toHaveCount(0);

  const lists = await Promise.all(people.map(savedList));
  const sent = await Promise.all(wires.map((carried) => carried()));
  const [ofAlice, ofBobby] = [lists[0] ?? [], lists[1] ?? []];
  expect(chunksOf(ofAlice, 'sent')).toEqual(sent[0]);
  expect(chunksOf(ofBobby, 'sent')).toEqual(sent[1]);
  expect(chunksOf(ofBobby, 'received')).toEqual(sent[0]);
  expect(chunksOf(ofAlice, 'received')).toEqual(sent[1]);
  for (const list of [ofAlice, ofBobby]) {
    expect(new Set(list.map(({ transport }) => transport))).toEqual(new Set(['data_channel', 'message']));
    expect(list.map(({ ms }) => ms)).toEqual(list.map(({ ms }) => ms).toSorted((a, b) => a - b));
  }
  expect(sent[1]?.join('')).toContain('\u0007');
  expect(ofAlice.filter(({ delivery }) => delivery === 'delivered').length).toBeGreaterThan(0);

  // The list is also there after the call, at the end that did not hang up.
  for (const { page } of people) await page.getByRole('button', { name: 'Close', exact: true }).click();
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
  await bobby.page.getByRole('button', { name: 'Characters' }).click();
  await expect(bobby.page.getByRole('region', { name: 'List of characters' })).toBeVisible();
  expect(await savedList(bobby)).toEqual(ofBobby);
});
