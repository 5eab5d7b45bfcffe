import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Route } from 'wouter';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { localDateTime } from '../../client/format/time.ts';
import { useUnreadMessages } from '../../client/hooks/use-records.ts';
import type { MessagesApi } from '../../client/ports/messages-api.ts';
import { alice, decided } from '../../testing/alice.ts';
import { createFakeHistoryApi, createFakeMessagesApi, message } from '../../testing/records.ts';
import { createRecordsPage, type RecordsPageOptions } from '../../testing/records-page.tsx';
import MessagesArea from './MessagesArea.tsx';

const i18n = await createWholeI18n('en');
const at = new Date(2026, 2, 9, 7, 5).getTime();

const some = () => [
  message({ messageNumber: 4, timestamp: at, text: 'Call me back, please.' }),
  message({
    messageNumber: 3,
    timestamp: at - 60_000,
    fromDisplayName: null,
    fromSipaddress: null,
    text: null,
  }),
  message({ messageNumber: 2, timestamp: at - 120_000, read: true, fromDisplayName: 'Carol Carlsson' }),
  message({ messageNumber: 1, timestamp: at - 180_000, read: true, fromDisplayName: 'David Dahl' }),
];

const Unread = () => <output>{useUnreadMessages()} unread</output>;

type Line = Pick<RecordsPageOptions, 'canCall' | 'isDenied' | 'features' | 'known'>;

async function open(path: string, initial = some(), answers: Partial<MessagesApi> = {}, line: Line = {}) {
  const messagesApi = createFakeMessagesApi(initial, answers);
  const opened = createRecordsPage(
    <>
      <Unread />
      <Route path={/^\/messages/}>
        <MessagesArea features={alice().features} />
      </Route>
    </>,
    { messagesApi, historyApi: createFakeHistoryApi(), path, i18n, ...line },
  );
  await render(opened.page);
  return { ...opened, api: messagesApi };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const itemsOf = (name: string) =>
  page
    .getByRole('list', { name })
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('[data-words]')?.textContent);

beforeEach(async () => {
  await page.viewport(1000, 800);
});

test('ROUTE-25 A-097 MSG-01 MSG-02 unread above read, newest first, with texts for missing values', async () => {
  await open('/messages');
  await expect.element(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await expect
    .poll(() => itemsOf('Unread'))
    .toEqual([
      'Bobby Berg 2026-03-09 07:05bobby@demo.exampleCall me back, please.',
      'Unknown sender 2026-03-09 07:04Unknown SIP addressNo text sent',
    ]);
  expect(itemsOf('Read').map((text) => text?.slice(0, 30))).toEqual([
    'Carol Carlsson 2026-03-09 07:0',
    'David Dahl 2026-03-09 07:02bob',
  ]);
  const [unread, read] = page.getByRole('heading', { level: 2 }).elements();
  expect([unread?.textContent, read?.textContent]).toEqual(['Unread', 'Read']);
  expect(localDateTime(at)).toBe('2026-03-09 07:05');
});

test('A-067 opening the page loads messages from the server', async () => {
  const { api } = await open('/messages');
  await expect.element(page.getByText('Call me back, please.')).toBeVisible();
  expect(api.calls).toEqual(['listMessages', 'listMessages']);
});

test('MSG-03 A-097 each item offers view, call sender and delete; an unknown sender cannot be called', async () => {
  const { called } = await open('/messages');
  await expect.element(button('Call sender').first()).toBeEnabled();
  for (const name of ['View', 'Call sender', 'Delete'])
    expect(page.getByRole('list').getByRole('button', { name, exact: true }).elements()).toHaveLength(4);
  await expect.element(button('Call sender').nth(1)).toBeDisabled();
  await button('Call sender').first().click();
  expect(called).toEqual(['bobby@demo.example']);
});

test('MSG-03 D33 each message of a known sender can be answered by text', async () => {
  const { called } = await open('/messages', some(), {}, { features: { mediaPerCall: true } });
  await expect.element(button('Answer by text').first()).toBeEnabled();
  expect(button('Answer by text').elements()).toHaveLength(3);
  await button('Answer by text').first().click();
  await button('View').first().click();
  await button('Answer by text').click();
  expect(called).toEqual(['bobby@demo.example by text', 'bobby@demo.example by text']);
});

test('MSG-03 where every call is what the settings say there is no answer by text', async () => {
  await open('/messages');
  await expect.element(button('Call sender').first()).toBeEnabled();
  expect(button('Answer by text').elements()).toEqual([]);
});

test('MSG-05 a viewed message is marked as read, and the unread count goes down', async () => {
  const { api, paths } = await open('/messages');
  await expect.element(page.getByText('2 unread')).toBeInTheDocument();
  await button('View').first().click();
  await expect.element(page.getByRole('heading', { name: 'Bobby Berg' })).toHaveFocus();
  expect(paths.at(-1)).toBe('/messages/view/4');
  await expect.element(page.getByText('1 unread')).toBeInTheDocument();
  expect(api.calls).toContain('markAsRead 4');
  for (const words of ['bobby@demo.example', '2026-03-09 07:05', 'Call me back, please.'])
    await expect.element(page.getByText(words)).toBeVisible();
  await button('Add contact').click();
  expect(paths).toContain('/contacts/add?sip=bobby%40demo.example&name=Bobby+Berg');
});

test('MSG-02 the view has the same texts for missing values, and no sender to call or to add', async () => {
  await open('/messages/view/3');
  await expect.element(page.getByRole('heading', { name: 'Unknown sender' })).toBeVisible();
  await expect.element(page.getByText('Unknown SIP address')).toBeVisible();
  await expect.element(page.getByText('No text sent')).toBeVisible();
  await expect.element(button('Call sender')).toBeDisabled();
  expect(button('Add contact').elements()).toEqual([]);
});

test('MSG-04 MSG-07 deleting asks first; then the list is updated and a message reports it', async () => {
  const { api, told } = await open('/messages');
  await button('Delete').first().click();
  const dialog = page.getByRole('dialog', { name: 'Delete message?' });
  await expect.element(dialog).toMatchTextContent(/The message from Bobby Berg is removed/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.calls).not.toContain('deleteMessage 4');
  await button('Delete').first().click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(told).toEqual(['messages.messageAlert']);
  expect(api.calls.slice(-2)).toEqual(['deleteMessage 4', 'listMessages']);
  expect(itemsOf('Unread')).toHaveLength(1);
  // The pressed button is gone, but the focus is not lost.
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a failed deletion is reported and keeps the message', async () => {
  const { told } = await open('/messages', some(), {
    deleteMessage: async () => ({ ok: false, status: 500 }),
  });
  await button('Delete').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(told).toEqual(['messages.notdeleted']);
  expect(itemsOf('Unread')).toHaveLength(2);
});

test('MSG-06 all read messages are deleted after a yes; a no changes nothing', async () => {
  const { api, paths, told } = await open('/messages');
  await button('Delete all read').click();
  expect(paths.at(-1)).toBe('/messages/delete');
  const question = page.getByRole('heading', { name: 'Delete all read messages?' });
  await expect.element(question).toHaveFocus();
  await button('No').click();
  expect(paths.at(-1)).toBe('/messages');
  expect(api.calls).not.toContain('deleteReadMessages');
  await button('Delete all read').click();
  await button('Yes').click();
  await expect.poll(() => itemsOf('Unread')).toHaveLength(2);
  expect(api.calls).toContain('deleteReadMessages');
  expect([paths.at(-1), told()]).toEqual(['/messages', ['messages.messageAlert']]);
  expect(button('Delete all read').elements()).toEqual([]);
});

test('MSG-08 an empty list says so, and explains how messages arrive', async () => {
  await open('/messages', []);
  await expect.element(page.getByText('There are no messages.')).toBeVisible();
  await expect.element(page.getByText(/the caller can leave you a written message/)).toBeVisible();
  await expect.element(button('Auto-answer message')).toBeVisible();
});

test('messages that failed to load can be loaded again', async () => {
  let isDown = true;
  const good = createFakeMessagesApi(some());
  await open('/messages', [], {
    listMessages: async (token) => (isDown ? { ok: false, status: 500 } : good.listMessages(token)),
  });
  await expect.element(page.getByText('The messages could not be loaded.')).toBeVisible();
  isDown = false;
  await button('Try again now').click();
  await expect.element(page.getByText('Call me back, please.')).toBeVisible();
});

test('a missing message links to the list; while calls are blocked the page says why', async () => {
  const { paths } = await open('/messages/view/77', some(), {}, { canCall: false });
  await expect.element(page.getByText('This message no longer exists.')).toBeVisible();
  await button('Back').click();
  expect(paths.at(-1)).toBe('/messages');
  await expect.element(button('Call sender').first()).toBeDisabled();
});

test('of a thousand messages only the visible ones are in the page', async () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    message({ messageNumber: index + 1, timestamp: at + index }),
  );
  await open('/messages', many);
  await expect.element(page.getByText('Text 1000', { exact: true })).toBeVisible();
  expect(page.getByRole('listitem').elements().length).toBeLessThan(60);
});

test('DIAL-12 with camera and microphone blocked only emergency numbers can be called, and the reason shows once', async () => {
  const help = message({ messageNumber: 9, fromDisplayName: 'Help', fromSipaddress: '112@demo.example' });
  const reason = page.getByText('The camera and microphone are blocked.', { exact: false });
  const callOf = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Call sender' });
  const { called } = await open('/messages', [...some(), help], {}, { isDenied: true });
  await expect.element(callOf('Bobby Berg')).toBeDisabled();
  expect(reason.elements()).toHaveLength(1);
  await callOf('Help').click();
  expect(called).toEqual(['112@demo.example']);
});

test.each([
  [9, false, 0],
  [4, true, 1],
])(
  'DIAL-12 with camera and microphone blocked the page of message %i has a disabled button: %s',
  async (number, isDisabled, reasons) => {
    const help = message({ messageNumber: 9, fromSipaddress: '112@demo.example' });
    await open(`/messages/view/${number}`, [...some(), help], {}, { isDenied: true });
    await expect.element(button('Call sender')).toBeVisible();
    expect((button('Call sender').element() as HTMLButtonElement).disabled).toBe(isDisabled);
    const reason = page.getByText('The camera and microphone are blocked.', { exact: false });
    expect(reason.elements()).toHaveLength(reasons);
  },
);

test('D61 bug 13 a colleague who left a message has the full name, a stranger the address, each in the own date form', async () => {
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  onTestFinished(() => languages.mockRestore());
  const nameless = { fromDisplayName: null, timestamp: at };
  await open(
    '/messages',
    [
      message({ messageNumber: 2, fromSipaddress: 'carol@demo.example', ...nameless }),
      message({ messageNumber: 1, fromSipaddress: 'kim@other.example', ...nameless }),
    ],
    {},
    { features: decided, known: { 'carol@demo.example': 'Carol Demo' } },
  );
  await expect
    .poll(() => itemsOf('Unread'))
    .toEqual([
      'Carol Demo 9 Mar 2026, 07:05carol@demo.exampleText 2',
      'kim 9 Mar 2026, 07:05kim@other.exampleText 1',
    ]);
});

test('D62 a message is read in the list, and can be marked as read there', async () => {
  const { api, paths } = await open('/messages', [
    message({ messageNumber: 1, timestamp: at, text: `Please bring:\n${'milk\n'.repeat(3)}and the keys.` }),
  ]);
  const end = page.getByText(/and the keys\.$/);
  await expect.element(end).toBeVisible();
  const text = end.element();
  expect(text.scrollHeight).toBeLessThanOrEqual(text.clientHeight + 1);
  await button('Mark as read').click();
  await expect.poll(() => itemsOf('Read')).toHaveLength(1);
  expect([api.calls.filter((call) => call.startsWith('markAsRead')), paths]).toEqual([
    ['markAsRead 1'],
    ['/messages'],
  ]);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(page.getByText('0 unread')).toBeInTheDocument();
  await end.click();
  expect(paths.at(-1)).toBe('/messages/view/1');
});
