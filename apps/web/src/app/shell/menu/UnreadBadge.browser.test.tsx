import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { call, createFakeHistoryApi, createFakeMessagesApi, message } from '../../../testing/records.ts';
import { createRecordsPage } from '../../../testing/records-page.tsx';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { UnreadBadge } from './UnreadBadge.tsx';

const i18n = await createWholeI18n('en');

async function open(unread: number) {
  const left = Array.from({ length: unread + 1 }, (_, index) =>
    message({ messageNumber: index + 1, read: index === 0 }),
  );
  const opened = createRecordsPage(
    <a href="/messages">
      Messages
      <UnreadBadge of="messages" />
    </a>,
    { messagesApi: createFakeMessagesApi(left), historyApi: createFakeHistoryApi(), path: '/', i18n },
  );
  await render(opened.page);
  return opened;
}

const entry = () => page.getByRole('link');

test('NAV-04 the entry shows and announces the number of unread messages', async () => {
  const { messages } = await open(2);
  await expect.element(entry()).toHaveAccessibleName('Messages 2 unread');
  await expect.element(page.getByText('2', { exact: true })).toBeVisible();
  await messages.markAsRead(2);
  await expect.element(entry()).toHaveAccessibleName('Messages 1 unread');
  await messages.markAsRead(3);
  await expect.element(entry()).toHaveAccessibleName('Messages');
});

test('NAV-04 where there is room for two digits higher counts are 99+, and announced in full', async () => {
  await open(1000);
  await expect.element(page.getByText('99+')).toBeVisible();
  await expect.element(entry()).toHaveAccessibleName('Messages 1,000 unread');
});

const missedCall = (id: string) =>
  call({ id, type: 'incoming', answered: false, outcome: 'canceledRemote', duration: 0 });

test('D14 missed calls count at the history, or with the messages on a shared button', async () => {
  const opened = createRecordsPage(
    <>
      <a href="/history">
        History
        <UnreadBadge of="history" />
      </a>
      <button type="button">
        Menu <UnreadBadge />
      </button>
    </>,
    {
      messagesApi: createFakeMessagesApi([message({ messageNumber: 1 })]),
      historyApi: createFakeHistoryApi(),
      path: '/',
      i18n,
    },
  );
  await render(opened.page);
  const menu = page.getByRole('button');
  await expect.element(menu).toHaveAccessibleName('Menu 1 unread');
  await expect.element(entry()).toHaveAccessibleName('History');
  for (const id of ['one', 'two']) await opened.history.add(missedCall(id));
  await expect.element(entry()).toHaveAccessibleName('History 2 missed');
  await expect.element(menu).toHaveAccessibleName('Menu 1 unread, 2 missed');
  await expect.element(page.getByText('3', { exact: true })).toBeVisible();
  opened.history.forgetMissed();
  await expect.element(entry()).toHaveAccessibleName('History');
  await expect.element(menu).toHaveAccessibleName('Menu 1 unread');
});
