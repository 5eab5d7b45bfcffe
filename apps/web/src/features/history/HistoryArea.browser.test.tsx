import type { Service } from '@samtal/api-contract';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Route } from 'wouter';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { scenes } from '../../gallery/scenes.ts';
import { showScene } from '../../gallery/testing/show-scene.tsx';
import { languages } from '../../i18n/index.ts';
import { alice } from '../../testing/alice.ts';
import { call, createFakeHistoryApi, createFakeMessagesApi } from '../../testing/records.ts';
import { createRecordsPage } from '../../testing/records-page.tsx';
import HistoryArea from './HistoryArea.tsx';

const i18n = await createWholeI18n('en');
const DAY_MS = 86_400_000;
const noon = new Date().setHours(12, 0, 0, 0);

const spoken = call({
  id: 'spoken',
  timestamp: noon,
  sentText: 'When do you open?',
  receivedText: 'At nine.',
  transcript: [
    { author: 'own', text: 'When do you open?\n', offsetMs: 4000 },
    { author: 'other', text: 'At nine.', offsetMs: 75_000 },
  ],
});
const some = () => [
  spoken,
  call({
    id: 'missed',
    type: 'incoming',
    answered: false,
    outcome: 'canceledRemote',
    duration: 0,
    timestamp: noon - DAY_MS,
  }),
  call({
    id: 'in',
    type: 'incoming',
    contactName: '',
    sipAddress: 'carol@demo.example',
    timestamp: noon - DAY_MS - 1,
  }),
];

async function open(
  path: string,
  initial = some(),
  isDenied = false,
  {
    known = {},
    services = [],
  }: { readonly known?: Readonly<Record<string, string>>; readonly services?: readonly Service[] } = {},
) {
  const historyApi = createFakeHistoryApi(initial);
  const area = (
    <Route path={/^\/history/}>
      <HistoryArea features={alice().features} />
    </Route>
  );
  const opened = createRecordsPage(area, {
    messagesApi: createFakeMessagesApi(),
    historyApi,
    path,
    i18n,
    isDenied,
    known,
    services,
  });
  await render(opened.page);
  return { ...opened, api: historyApi };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(async () => {
  await page.viewport(1000, 800);
});

test('HIST-01 SERVICE-03 a call with a service has the sign of the service, and one with a person has initials', async () => {
  const echo = call({ id: 'echo', sipAddress: 'echo@demo.example', timestamp: noon + 1 });
  const service = { id: 'echo', fname: 'Echo', sipaddress: 'echo@demo.example', imageUrl: '' };
  await open('/history', [echo, spoken], false, { services: [service] });
  const items = page.getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(2);
  const portraits = items.elements().map((item) => item.querySelector('[data-size]'));
  expect(portraits.map((portrait) => portrait?.querySelector('svg') !== null)).toEqual([true, false]);
  expect(portraits.map((portrait) => portrait?.textContent)).toEqual(['', 'BB']);
});

test('ROUTE-03 HIST-01 HIST-02 calls are listed by day with name, direction, outcome and duration', async () => {
  await open('/history');
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect.poll(headings).toEqual(['Today', 'Yesterday']);
  const items = page.getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(3);
  const wordsOf = (index: number) => items.elements()[index]?.querySelector('[data-words]')?.textContent;
  expect(wordsOf(0)).toMatch(/^Bobby Berg .*Outgoing, answered · Call time 01:34$/);
  expect(wordsOf(1)).toMatch(/Missed$/);
  expect(wordsOf(2)).toMatch(/^carol@demo\.example .*Incoming, answered · Call time 01:34$/);
});

test('D14 the list can be limited to missed calls', async () => {
  await open('/history');
  const missed = button('Missed only');
  await expect.element(missed).toHaveAttribute('aria-pressed', 'false');
  await missed.click();
  await expect.element(missed).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(1);
  await missed.click();
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(3);
});

test('D14 the user can call back, and add the remote user to the contacts', async () => {
  const { called, paths } = await open('/history');
  await button('Call back').nth(2).click();
  expect(called).toEqual(['carol@demo.example']);
  await button('Add contact').first().click();
  expect(paths).toContain('/contacts/add?sip=bobby%40demo.example&name=Bobby+Berg');
});

test('D14 the text of a call shows authors and times', async () => {
  const { paths } = await open('/history');
  await expect.poll(() => button('Read the text').elements()).toHaveLength(1);
  await button('Read the text').click();
  expect(paths.at(-1)).toBe('/history/view/spoken');
  await expect.element(page.getByRole('heading', { name: 'Call with Bobby Berg' })).toHaveFocus();
  const said = page.getByRole('list', { name: 'Text of the call' }).getByRole('listitem');
  await expect.element(said.nth(0)).toMatchTextContent(/^You 00:04When do you open\?$/);
  await expect.element(said.nth(1)).toMatchTextContent(/^Bobby Berg 01:15At nine\.$/);
});

test('D14 the text can be copied and saved as plain text and as subtitles', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const saved: { name: string; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(address, blob);
    return address;
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') });
  });
  onTestFinished(() => {
    for (const spy of [write, url, click]) spy.mockRestore();
  });
  await open('/history/view/spoken');
  await button('Copy the text').click();
  await expect.element(page.getByRole('status').getByText('The conversation has been copied.')).toBeVisible();
  expect(write.mock.lastCall?.[0]).toContain('[01:15] Bobby Berg: At nine.');
  await button('Save as text').click();
  await button('Save as subtitles (WebVTT)').click();
  expect(saved.map(({ name }) => name.replace(/^[\d-]+/, ''))).toEqual([
    'bobby@demo.example.txt',
    'bobby@demo.example.vtt',
  ]);
  expect(await saved[0]?.text).toContain('[00:04] You: When do you open?');
  expect(await saved[1]?.text).toMatch(/^WEBVTT\n\n/);
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await button('Copy the text').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The text could not be copied/);
});

test('D14 a call is deleted after a confirmation, and all calls after another', async () => {
  const { api, told } = await open('/history');
  await button('Delete').first().click();
  await page.getByRole('dialog', { name: 'Delete call?' }).getByRole('button', { name: 'Cancel' }).click();
  expect(api.records()).toHaveLength(3);
  await button('Delete').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByRole('listitem').elements()).toHaveLength(2);
  expect([api.records().length, told()]).toEqual([2, ['history.deleted']]);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await button('Delete all').click();
  await page
    .getByRole('dialog', { name: 'Delete all calls?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect.element(page.getByText('There are no calls yet.')).toBeVisible();
  await expect.element(page.getByText(/Calls that you make and receive appear here/)).toBeVisible();
  expect(api.records()).toEqual([]);
});

test('a call without text and a deleted call say so', async () => {
  await open('/history/view/missed');
  await expect.element(page.getByText('There is no text in this call.')).toBeVisible();
  expect(button('Save as text').elements()).toEqual([]);
  await open('/history/view/gone');
  await expect.element(page.getByText('This call no longer exists.')).toBeVisible();
});

test('D14 a call whose text was deleted for newer calls says so', async () => {
  const bare = { answered: true, receivedText: '', sentText: '', transcript: [], isTextRemoved: true };
  await open('/history/view/old', [call({ id: 'old', ...bare })]);
  await expect
    .element(page.getByText('The text of this call was deleted to make room for newer calls.'))
    .toBeVisible();
});

test('of 50 000 calls only the visible ones are in the page, and scrolling loads older ones', async () => {
  const many = Array.from({ length: 50_000 }, (_, index) =>
    call({ id: `c${index}`, contactName: `Caller ${index}`, timestamp: noon - index * 600_000 }),
  );
  const { api } = await open('/history', many);
  await expect.element(page.getByText('Caller 0', { exact: true })).toBeVisible();
  expect(page.getByRole('listitem').elements().length).toBeLessThan(60);
  const asked = () => api.calls.filter((one) => one.startsWith('listHistory')).length;
  const before = asked();
  window.scrollTo({ top: document.documentElement.scrollHeight });
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(15_000);
});

test('D14 opening the list marks missed calls as seen', async () => {
  const api = createFakeHistoryApi();
  const area = (
    <Route path={/^\/history/}>
      <HistoryArea features={alice().features} />
    </Route>
  );
  const { page: content, history } = createRecordsPage(area, {
    messagesApi: createFakeMessagesApi(),
    historyApi: api,
    path: '/history',
    i18n,
  });
  const missed = { type: 'incoming', answered: false, outcome: 'canceledRemote', duration: 0 } as const;
  await history.add(call({ id: 'one', ...missed }));
  expect(history.missed.get()).toBe(1);
  await render(content);
  await expect.poll(history.missed.get).toBe(0);
});

test('a call shows its date in the format of the browser, in the list and on its page', async () => {
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'en']);
  onTestFinished(() => languages.mockRestore());
  const at = new Date(2025, 10, 21, 17, 13).getTime();
  const { paths } = await open('/history', [{ ...spoken, timestamp: at }]);
  await expect.element(page.getByRole('heading', { name: '21 November 2025' })).toBeVisible();
  await expect.element(page.getByText('17:13', { exact: true })).toBeVisible();
  await button('Read the text').click();
  expect(paths).toContain('/history/view/spoken');
  await expect.element(page.getByText(/^21 November 2025.* 17:13$/)).toBeVisible();
});

test('DIAL-12 with camera and microphone blocked only emergency numbers can be called back, and the reason shows once', async () => {
  const help = call({ id: 'help', contactName: '', sipAddress: '112@demo.example', timestamp: noon - 1 });
  const reason = page.getByText('The camera and microphone are blocked.', { exact: false });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const { called } = await open('/history', [...some(), help], true);
  await expect.element(row('carol').getByRole('button', { name: 'Call back' })).toBeDisabled();
  expect(reason.elements()).toHaveLength(1);
  await row('112').getByRole('button', { name: 'Call back' }).click();
  expect(called).toEqual(['112@demo.example']);
});

test.each([
  ['112@demo.example', false, 0],
  ['carol@demo.example', true, 1],
])(
  'DIAL-12 with camera and microphone blocked the page of a call with %s has a disabled button: %s',
  async (sipAddress, isDisabled, reasons) => {
    await open('/history/view/one', [call({ id: 'one', contactName: '', sipAddress })], true);
    await expect.element(button('Call back')).toBeVisible();
    expect((button('Call back').element() as HTMLButtonElement).disabled).toBe(isDisabled);
    const reason = page.getByText('The camera and microphone are blocked.', { exact: false });
    expect(reason.elements()).toHaveLength(reasons);
  },
);

const again = (id: string, minutes: number, rest = {}) =>
  call({
    id,
    timestamp: noon - minutes * 60_000,
    sentText: id === 'b2' ? 'Where are the keys?' : '',
    ...rest,
  });
const repeated = () => [
  again('b3', 1),
  again('b2', 2),
  again('b1', 3),
  again('eva', 4, { sipAddress: 'eva@demo.example', contactName: 'Éva Öst' }),
];

test('D62 repeated calls are one row with their number, which opens and closes', async () => {
  await open('/history', repeated());
  const items = page.getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(2);
  await expect.element(items.nth(0)).toMatchTextContent(/Bobby Berg.*\(3\)/);
  const show = button('Show all 3 calls');
  await expect.element(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect.poll(() => items.elements().length).toBe(5);
  const hide = button('Show fewer');
  await expect.element(hide).toHaveAttribute('aria-expanded', 'true');
  await expect.element(hide).toHaveFocus();
  expect(button('Read the text').elements()).toHaveLength(1);
  await hide.click();
  await expect.poll(() => items.elements().length).toBe(2);
});

test('D62 the newest text of repeated calls is read without opening the row', async () => {
  await open('/history', repeated());
  await button('Read the text').click();
  await expect.element(page.getByText('Where are the keys?')).toBeVisible();
});

test('D62 the words that open a group begin where the name begins', async () => {
  await open('/history', repeated());
  const show = button('Show all 3 calls');
  await expect.element(show).toBeVisible();
  const words = document.createRange();
  words.selectNodeContents(show.element());
  const name = page.getByRole('link', { name: 'Bobby Berg' }).first().element();
  expect(Math.abs(words.getBoundingClientRect().left - name.getBoundingClientRect().left)).toBeLessThan(2);
});

test('D62 a group is called, and deleted after a question that says how many calls', async () => {
  const { api, called, told } = await open('/history', repeated());
  await button('Call back').first().click();
  expect(called).toEqual(['bobby@demo.example']);
  await button('Delete').first().click();
  await page.getByRole('dialog', { name: 'Delete 3 calls?' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => api.records().map(({ id }) => id)).toEqual(['eva']);
  expect(told()).toEqual(['history.group_deleted']);
});

test('D62 the search finds names without accents, addresses and words of the text', async () => {
  await open('/history', repeated());
  const items = page.getByRole('listitem');
  const search = page.getByLabelText('Search calls');
  await search.fill('eva ost');
  await expect.poll(() => items.elements().length).toBe(1);
  await expect.element(items.nth(0)).toMatchTextContent(/Éva Öst/);
  await expect.element(page.getByText('1 call found')).toBeInTheDocument();
  await search.fill('KEYS');
  await expect.element(items.nth(0)).toMatchTextContent(/Bobby Berg/);
  await search.fill('zebra');
  await expect.element(page.getByText('No call matches “zebra”.')).toBeVisible();
  await button('Clear').click();
  await expect.poll(() => items.elements().length).toBe(2);
});

test('D62 the search goes on into older calls, page by page', async () => {
  const many = Array.from({ length: 260 }, (_, index) =>
    again(`c${index}`, index * 1440, { contactName: index === 255 ? 'Needle' : `Caller ${index}` }),
  );
  await open('/history', many);
  await page.getByLabelText('Search calls').fill('needle');
  await expect.element(page.getByRole('link', { name: 'Needle' })).toBeVisible();
  await expect.element(page.getByText('1 call found')).toBeInTheDocument();
});

test('D62 the whole row, and the name by keyboard, open the call', async () => {
  const { paths } = await open('/history', repeated());
  await page.getByText('eva@demo.example').click();
  expect(paths.at(-1)).toBe('/history/view/eva');
  await button('Back').click();
  page.getByRole('link', { name: 'Éva Öst' }).element().focus();
  await userEvent.keyboard('{Enter}');
  expect(paths.at(-1)).toBe('/history/view/eva');
});

test('D61 a colleague has the full name in the history, and in the question before the deletion', async () => {
  await open('/history', [call({ id: 'one', contactName: 'bobby' })], false, {
    known: { 'bobby@demo.example': 'Bobby Demo' },
  });
  await expect.element(page.getByRole('link', { name: 'Bobby Demo' })).toBeVisible();
  await expect.element(button('Add contact')).toBeVisible();
  await button('Delete').click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/The call with Bobby Demo/);
});

const history = scenes.find(({ name }) => name === 'history') ?? expect.fail('no scene');

test.each(
  languages.flatMap(
    (language) =>
      [
        [language, 24],
        [language, 32],
      ] as const,
  ),
)(
  'D14 WCAG 1.4.4 in %s on a phone with letters of %i pixels the menu of the history opens within the window',
  async (language, pixels) => {
    await page.viewport(360, 740);
    const { leave } = await showScene(history, language, pixels);
    onTestFinished(leave);
    const more = document.querySelector('main [aria-haspopup=menu]') ?? expect.fail('no menu');
    const before = more.closest('header')?.querySelector('[aria-pressed]') ?? expect.fail('no button');
    const [beside, place] = [before, more].map((one) => one.getBoundingClientRect());
    // In one row with the button before it.
    expect(place?.top).toBeLessThan(beside?.bottom ?? 0);
    await userEvent.click(more);
    const { left, right } = page.getByRole('menu').element().getBoundingClientRect();
    expect([left >= 0, right <= 360]).toEqual([true, true]);
    expect(document.documentElement.scrollWidth).toBe(360);
  },
);

const repeatedScene =
  scenes.find(({ name }) => name === 'history, repeated calls') ?? expect.fail('no scene');

test.each(languages)(
  'D62 %s: on a phone the words that open a group are one line, and the time stands beside the outcome',
  async (language) => {
    await page.viewport(360, 640);
    const { leave } = await showScene(repeatedScene, language);
    onTestFinished(leave);
    const button = document.querySelector('main li button[aria-expanded]') ?? expect.fail('no group');
    const words = document.createRange();
    words.selectNodeContents(
      document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() ?? expect.fail('no words'),
    );
    expect(new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size).toBe(1);
    const facts = button.closest('li')?.querySelector('time')?.parentElement ?? expect.fail('no time');
    // Two lines of the small letters at most.
    expect(facts.getBoundingClientRect().height).toBeLessThan(2.5 * 1.5 * 14);
  },
);

test('D14 on a phone the calls begin in the upper half, each in a low row with its button to call back', async () => {
  await page.viewport(360, 740);
  await open('/history');
  const rows = page.getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(3);
  // The long address that stands for the name of the last caller may take a second line.
  for (const [index, row] of rows.all().entries()) {
    const box = row.element().getBoundingClientRect();
    expect(box.height).toBeLessThanOrEqual(index < 2 ? 80 : 104);
    const back = row.getByRole('button', { name: 'Call back' }).element().getBoundingClientRect();
    expect(back.top).toBeGreaterThanOrEqual(box.top);
    expect(back.left).toBeGreaterThan(row.getByRole('link').element().getBoundingClientRect().right);
  }
  // The bar at the top of the page is 64 pixels high.
  expect(rows.first().element().getBoundingClientRect().top).toBeLessThan(300 - 64);
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Delete all' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Delete all calls?' })).toBeVisible();
});
