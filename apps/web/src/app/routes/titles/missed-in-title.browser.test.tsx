import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { call, createFakeHistoryApi, createFakeMessagesApi } from '../../../testing/records.ts';
import { createRecordsPage } from '../../../testing/records-page.tsx';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { MissedInTitle } from './MissedInTitle.tsx';
import { PageTitle } from './PageTitle.tsx';

const i18n = await createWholeI18n('en');

test('D14 A-118 the title of the tab has the number of missed calls until the user has seen the history', async () => {
  const { page, history } = createRecordsPage(
    <MissedInTitle>
      <PageTitle page="Call" />
    </MissedInTitle>,
    { messagesApi: createFakeMessagesApi([]), historyApi: createFakeHistoryApi(), path: '/', i18n },
  );
  await render(page);
  expect(document.title).toBe('Call - Samtal');
  for (const id of ['one', 'two'])
    await history.add(
      call({ id, type: 'incoming', answered: false, outcome: 'canceledRemote', duration: 0 }),
    );
  await expect.poll(() => document.title).toBe('(2) Call - Samtal');
  history.forgetMissed();
  await expect.poll(() => document.title).toBe('Call - Samtal');
});
