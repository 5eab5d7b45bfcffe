import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { lines, statuses } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { ClientProvider } from './ClientProvider.tsx';
import { useKeptOverCall } from './use-kept-over-call.ts';

function Search({ of: place }: { readonly of: string }) {
  const [words, setWords] = useKeptOverCall(place, '');
  return <input aria-label="Search" value={words} onChange={({ target }) => setWords(target.value)} />;
}

const field = page.getByLabelText('Search');

async function show(place: string, address = 'sip:alice@demo.example') {
  const running = createStaticClient(lines.ready, connections.good, {});
  const { settings } = lines.ready;
  if (settings === undefined) throw new Error('no user is signed in');
  const own = { settings: { ...settings, account: { ...settings.account, address } } };
  let state = { ...lines.ready, ...own };
  const client = { ...running.client, getState: () => state };
  await render(
    <ClientProvider {...running} client={client}>
      <Search of={place} />
    </ClientProvider>,
  );
  return async (status: keyof typeof statuses | undefined) => {
    if (status !== undefined) state = { ...statuses[status], ...own };
    await cleanup();
  };
}

test.each([
  ['an incoming call', 'INCOMING_CALL', 'bob'],
  ['an outgoing call', 'CALLING', 'bob'],
  ['the menu', undefined, ''],
  ['the menu, after a call', 'COMPLETED', ''],
] as const)('the search text after %s (%s) replaced the page is %j', async (_way, status, words) => {
  const leave = await show('contacts');
  await field.fill('bob');
  await leave(status);
  const leaveAgain = await show('contacts');
  await expect.element(field).toHaveValue(words);
  await leaveAgain(undefined);
});

test.each([
  ['on another page', 'directory', undefined],
  ['to another user', 'contacts', 'sip:bobby@demo.example'],
] as const)('the search text is not shown %s', async (_where, place, address) => {
  const leave = await show('contacts');
  await field.fill('bob');
  await leave('INCOMING_CALL');
  const leaveAgain = await show(place, address);
  await expect.element(field).toHaveValue('');
  await leaveAgain(undefined);
});
