import type { ClientState } from '@samtal/call-core';
import { type ReactNode, use, useMemo, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClientContext } from '../../../client/hooks/use-client.ts';
import { createStore, type Store, useStore } from '../../../client/store/store.ts';
import ContactsArea from '../../../features/contacts/ContactsArea.tsx';
import { DialPage } from '../../../features/dial/DialPage.tsx';
import { alice } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { lines, statuses } from '../../../testing/call-states.ts';
import { contact, createFakePeopleApi } from '../../../testing/fake-people-api.ts';
import { createPeoplePage } from '../../../testing/people-page.tsx';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { recordLiveRegions } from '../../../ui/notices/testing/live-regions.ts';
import { HiddenInCall } from './HiddenInCall.tsx';

const i18n = await createWholeI18n('en');
const bobby = contact({ id: '7', fname: 'Bobby', sname: 'Berg', sipaddress: 'bobby@demo.example' });
const ringing: ClientState = { ...lines.ready, call: statuses.INCOMING_CALL.call };

type AroundProps = {
  readonly state: Store<ClientState>;
  readonly isHidden: boolean;
  readonly children: ReactNode;
};

/** The calling core of a user whose calls come and go, and the pages, which a call hides. */
function Around({ state, isHidden, children }: AroundProps) {
  const running = use(ClientContext) ?? expect.fail('no client');
  const client = useMemo(
    () => ({ ...running.client, getState: state.get, subscribe: state.subscribe }),
    [running.client, state],
  );
  const hasCall = useStore(state).call.phase !== 'idle';
  return (
    <ClientProvider {...running} client={client}>
      <HiddenInCall hasCall={hasCall && isHidden}>{children}</HiddenInCall>
    </ClientProvider>
  );
}

function Dial({ peopleFirst }: { readonly peopleFirst: boolean }) {
  const [number, setNumber] = useState('bobby');
  return (
    <DialPage number={number} onNumberChange={setNumber} features={{ ...alice().features, peopleFirst }} />
  );
}

/** A page of a user with one contact; `isHidden` = as in the app, calls hide it. */
async function open(content: ReactNode, { path = '/call', isHidden = true } = {}) {
  const state = createStore<ClientState>(lines.ready);
  const api = createFakePeopleApi([bobby], {});
  const around = (
    <Around state={state} isHidden={isHidden}>
      {content}
    </Around>
  );
  await render(createPeoplePage(around, { api, path, i18n }).page);
  return state;
}

/** Whether the page, which may be hidden, knows that there is a call: nothing can be called. */
const isBlocked = (): boolean =>
  [...document.querySelectorAll('button')]
    .filter(({ textContent }) => textContent.startsWith('Call'))
    .every(({ disabled }) => disabled);

test.each([
  ['dial page', <Dial key="dial" peopleFirst={false} />, '/call'],
  ['page of a contact', <ContactsArea key="one" features={alice().features} />, '/contacts/information/7'],
])(
  'A-076 WCAG 4.1.3 the %s does not tell a user who calls or is called that they are in a call',
  async (_name, content, path) => {
    const state = await open(content, { path });
    await expect.poll(isBlocked).toBe(false);
    const told = recordLiveRegions();
    for (let calls = 0; calls < 2; calls += 1) {
      state.set(ringing);
      await expect.poll(isBlocked).toBe(true);
      state.set(lines.ready);
      await expect.poll(isBlocked).toBe(false);
    }
    expect(told.filter((words) => words.includes('in a call'))).toEqual([]);
  },
);

test('A-076 D53 the dial page that finds people tells only a user who tries to call that they are in a call', async () => {
  const state = await open(<Dial peopleFirst />, { isHidden: false });
  const told = recordLiveRegions();
  state.set(ringing);
  const words = 'You are already in a call.';
  await expect.poll(isBlocked).toBe(true);
  expect(told).not.toContain(words);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(words)).toBeVisible();
  expect(told.filter((said) => said === words)).toEqual([words]);
  await page.getByRole('combobox', { name: 'Number or name' }).fill('carol');
  await expect.element(page.getByText(words)).not.toBeInTheDocument();
});
