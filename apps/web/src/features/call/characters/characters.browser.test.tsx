import { parseCsv } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTextRecords } from '../../../client/characters/text-records.ts';
import { createStore } from '../../../client/store/store.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { endedWithText, inCall, withSecond } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { CharactersButton } from './CharactersButton.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const callId = 'gallery';

/** A call whose characters are recorded, with the button that opens their list. */
async function openCall(state: ClientState = inCall(), recordedLater = 0) {
  const running = createStaticClient(state, connections.good, {});
  const { call } = state;
  let now = (call.phase === 'accepted' ? call.acceptedAt : Date.UTC(2026, 4, 4)) + recordedLater;
  const records = createTextRecords(running.client, { now: () => now });
  const watch = records.watch(callId, false);
  const screen = await render(
    <ClientProvider {...running} textRecords={createStore(records)}>
      <CharactersButton />
    </ClientProvider>,
  );
  return { screen, watch, records, pass: (ms: number) => void (now += ms) };
}

const opener = page.getByRole('button', { name: 'Characters' });
const dialog = page.getByRole('dialog', { name: 'Characters' });
const list = page.getByRole('region', { name: 'List of characters' });
const rows = page.getByRole('row');
const earlier = page.getByRole('button', { name: 'Earlier' });
const later = page.getByRole('button', { name: 'Later' });
const newest = page.getByRole('button', { name: 'Newest' });
const copy = page.getByRole('button', { name: 'Copy as a table (CSV)' });

/** The words of each row, below the headings. */
const wordsOfRows = (): readonly string[] =>
  rows
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | '));

const firstNumber = () => Number(rows.elements()[1]?.firstElementChild?.textContent);
const lastNumber = () => Number(rows.elements().at(-1)?.firstElementChild?.textContent);

test('D91 the list has a row for each character, with time, direction, transport, chunk, code point, meaning and delivery', async () => {
  const { watch, pass } = await openCall();
  const clock = /\d\d:\d\d:\d\d\.\d{3}/;
  watch.sent('dataChannel', 'a\b')('taken');
  pass(1234);
  watch.received('message', '\u202E\u0301');
  watch.sent('message', 'b');
  await opener.click();
  await expect.element(list).toBeVisible();
  expect(wordsOfRows().map((row) => row.replace(clock, 'clock'))).toEqual([
    '1 | 00:00.000 clock | Sent data channel | 1 place 1 | a | U+0061 |  | Delivered',
    '2 | 00:00.000 clock | Sent data channel | 1 place 2 | BS | U+0008 BACKSPACE | Erases the last character | Delivered',
    '3 | 00:01.234 clock | Received MESSAGE | 1 place 1 | RLO | U+202E RIGHT-TO-LEFT OVERRIDE |  | ',
    '4 | 00:01.234 clock | Received MESSAGE | 1 place 2 | ◌\u0301 | U+0301 COMBINING ACUTE ACCENT |  | ',
    '5 | 00:01.234 clock | Sent MESSAGE | 2 place 1 | b | U+0062 |  | On its way',
  ]);
  // The control is a word, and never in the page.
  expect(document.body.textContent).not.toContain('\u202E');
});

test('D91 the list is a table for assistive technology, is reached by keys, announces no row, and gives the focus back', async () => {
  const { watch } = await openCall();
  watch.received('message', 'abc');
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^For tests and support/)).toHaveFocus();
  await expect.element(page.getByRole('table')).toBeVisible();
  expect(page.getByRole('columnheader').elements()).toHaveLength(8);
  expect(rows.elements()).toHaveLength(4);
  expect(list.element().closest('[aria-live], [role=log], output')).toBeNull();
  expect(list.element().querySelector('[aria-live], [role=log], output')).toBeNull();
  await userEvent.keyboard('{Tab}');
  await expect.element(list).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('D91 D41 new characters appear as they come, and the delivery of shown ones follows', async () => {
  const { watch } = await openCall();
  await opener.click();
  await expect.element(dialog.getByText('No characters yet.')).toBeVisible();
  expect([copy.element().ariaDisabled, copy.query()?.matches(':disabled')]).toContain(true);
  const report = watch.sent('dataChannel', 'a');
  await expect.element(list.getByText('On its way')).toBeVisible();
  report('lost');
  await expect.element(list.getByText('May not have arrived')).toBeVisible();
  watch.received('message', 'z');
  await expect.poll(() => wordsOfRows().length).toBe(2);
});

test('D91 the list follows its end, stands still when one scrolls up, and goes on at its end', async () => {
  const { watch } = await openCall();
  for (let count = 0; count < 90; count++) watch.received('message', 'a');
  await opener.click();
  await expect.element(list).toBeVisible();
  const element = list.element();
  const isAtEnd = () => element.scrollHeight - element.scrollTop - element.clientHeight < 2;
  await expect.poll(isAtEnd).toBe(true);
  watch.received('message', 'b');
  await expect.poll(lastNumber).toBe(91);
  await expect.poll(isAtEnd).toBe(true);

  element.scrollTop = 200;
  await expect.element(newest).toBeEnabled();
  watch.received('message', 'cdef');
  await expect.element(dialog.getByText('1 to 91 of 95')).toBeVisible();
  expect([lastNumber(), element.scrollTop]).toEqual([91, 200]);

  element.scrollTop = element.scrollHeight;
  await expect.poll(lastNumber).toBe(95);
  await expect.poll(isAtEnd).toBe(true);
  expect(newest.element()).toBeDisabled();
});

test('D91 older characters are a page away; what comes meanwhile moves nothing, and one press shows the newest', async () => {
  const { watch } = await openCall();
  watch.received('dataChannel', 'a'.repeat(250));
  await opener.click();
  await expect.poll(() => [firstNumber(), lastNumber()]).toEqual([151, 250]);
  await earlier.click();
  await expect.poll(() => [firstNumber(), lastNumber()]).toEqual([51, 150]);
  await earlier.click();
  await expect.poll(() => [firstNumber(), lastNumber()]).toEqual([1, 100]);
  await expect.element(earlier).toBeDisabled();
  watch.received('dataChannel', 'b'.repeat(100));
  await expect.element(dialog.getByText('1 to 100 of 350')).toBeVisible();
  list.element().scrollTop = list.element().scrollHeight - 300;
  list.element().scrollTop = list.element().scrollHeight;
  await later.click();
  await expect.poll(() => [firstNumber(), lastNumber()]).toEqual([101, 200]);
  expect(list.element().scrollTop).toBe(0);
  await newest.click();
  await expect.poll(() => [firstNumber(), lastNumber()]).toEqual([251, 350]);
});

test('D91 in a flood the list draws a hundred rows at most and says what is no longer listed; a held page that is gone gives way', async () => {
  const { watch } = await openCall();
  watch.received('dataChannel', 'a'.repeat(300));
  await opener.click();
  await earlier.click();
  await expect.poll(lastNumber).toBe(200);
  for (let count = 0; count < 100_000; count++) watch.received('dataChannel', '\u2028');
  await expect.element(dialog.getByText('Older characters that are no longer listed: 90300')).toBeVisible();
  expect([firstNumber(), lastNumber()]).toEqual([90_301, 90_400]);
  expect(wordsOfRows()).toHaveLength(100);
  await newest.click();
  await expect.poll(lastNumber).toBe(100_300);
});

test('D91 the list is copied and saved as a table with every field, of all pages', async () => {
  const { watch } = await openCall();
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const blobs: Blob[] = [];
  const create = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return create(blob);
  });
  const names: string[] = [];
  const onClick = (event: MouseEvent): void => {
    if (event.target instanceof HTMLAnchorElement) names.push(event.target.download);
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    onClick(Object.defineProperty(new MouseEvent('click'), 'target', { value: this }));
  });
  watch.sent('dataChannel', 'a'.repeat(149));
  watch.received('message', '\u0007');
  await opener.click();
  await copy.click();
  await expect.element(page.getByText('The table has been copied.')).toBeVisible();
  const table = parseCsv(written.mock.calls[0]?.[0] ?? '');
  expect(table).toHaveLength(151);
  expect(table[150]).toMatchObject({ 0: '150', 1: 'received', 4: 'message', 7: 'U+0007', 9: 'ALERT' });
  await page.getByRole('button', { name: 'Save as a table (CSV)' }).click();
  expect(names).toEqual([expect.stringMatching(/^characters-\d{4}-\d\d-\d\d-\d{4}\.csv$/)]);
  expect(parseCsv((await blobs[0]?.text()) ?? '')).toEqual(table);
});

test('D91 a clipboard that refuses is said', async () => {
  const { watch } = await openCall();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  watch.received('message', 'a');
  await opener.click();
  await copy.click();
  await expect.element(page.getByText('The table could not be copied.')).toBeVisible();
});

test('D91 D41 after the call what was not confirmed may not have arrived', async () => {
  const { watch } = await openCall(endedWithText);
  watch.sent('dataChannel', 'a');
  await opener.click();
  await expect.element(list.getByText('May not have arrived')).toBeVisible();
});

test('D91 D81 after a reload of the page the list says that it begins there, and times count from the begin of the call', async () => {
  const { watch } = await openCall(inCall(), 60_000);
  watch.received('message', 'a');
  await opener.click();
  await expect.element(dialog.getByText(/^The page was loaded anew during the call/)).toBeVisible();
  expect(wordsOfRows()[0]).toContain('01:00.000');
});

test('D91 D85 when two calls change places, the list is that of the call in front', async () => {
  const { client, ...running } = createStaticClient(inCall(), connections.good, {});
  const [first, second] = [inCall(), withSecond('waits').behind];
  let state: ClientState = first;
  const listeners = new Set<() => void>();
  const changing = {
    ...client,
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const records = createTextRecords(changing, { now: () => Date.now() });
  records.watch(callId, false).received('message', 'a');
  records.watch('second', false).received('message', 'bc');
  await render(
    <ClientProvider client={changing} {...running} textRecords={createStore(records)}>
      <CharactersButton />
    </ClientProvider>,
  );
  await opener.click();
  await expect.poll(() => wordsOfRows().length).toBe(1);
  state = { ...first, ...second, behind: first };
  for (const listener of listeners) listener();
  await expect.poll(() => wordsOfRows().map((row) => row.split(' | ')[4])).toEqual(['b', 'c']);
});

test('D91 there is no button where nothing is recorded', async () => {
  const { client, ...running } = createStaticClient(inCall(), connections.good, {});
  const { unmount } = await render(
    <ClientProvider client={client} {...running}>
      <CharactersButton />
    </ClientProvider>,
  );
  onTestFinished(() => unmount());
  expect(opener.query()).toBeNull();
});
