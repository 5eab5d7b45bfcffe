import type { RemoteUser } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { type KnownPeople, namesOf, noPeopleKnown } from '../../client/people/known-names.ts';
import { createStore } from '../../client/store/store.ts';
import { alice, everything } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { statuses } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { createStaticServices } from '../../testing/static-services.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import CallScreens from './CallScreens.tsx';

const i18n = await createWholeI18n('en');
const isKnown: KnownPeople = (address) =>
  address === 'bobby@demo.example' ? { name: 'Bob from work', image: '', source: 'contact' } : undefined;
const isColleague: KnownPeople = (address) =>
  address === 'bobby@demo.example' ? { name: 'Bobby Demo', image: '', source: 'organisation' } : undefined;

async function open(status: keyof typeof statuses, known: KnownPeople, hasColleagueNames = true) {
  const client = statuses[status];
  const session = alice();
  const features = { ...session.features, colleagueNames: hasColleagueNames };
  const world = {
    session: { ...session, features },
    client,
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
  };
  const running = createStaticClient(client, connections.good, {});
  const people = running.people && {
    ...running.people,
    knownPeople: createStore(known),
    knownNames: createStore(namesOf(known)),
  };
  const added: RemoteUser[] = [];
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={createStaticServices({ ...world, quality: connections.good }, 'light')}>
        <ClientProvider {...running} people={people}>
          <CallScreens onAddContact={(remoteUser) => added.push(remoteUser)} />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  return { screen, added };
}

test.each([
  ['INCOMING_CALL', 'Bob from work is calling', 'Bobby Berg is calling'],
  ['TERMINATED_REMOTE', 'Bob from work ended the call.', 'Bobby Berg ended the call.'],
] as const)("A-105 in %s a contact has the name from the user's contacts", async (status, known, unknown) => {
  const { screen } = await open(status, isKnown);
  await expect.element(screen.getByText(known)).toBeVisible();
  await screen.unmount();
  const { screen: other } = await open(status, noPeopleKnown);
  await expect.element(other.getByText(unknown)).toBeVisible();
});

test('an unknown remote user can be added as a contact after the call', async () => {
  const { screen, added } = await open('TERMINATED_REMOTE', noPeopleKnown);
  await screen.getByRole('button', { name: 'Add contact' }).click();
  expect(added).toEqual([{ address: 'bobby@demo.example', displayName: 'Bobby Berg' }]);
});

test.each([
  ['TERMINATED_REMOTE', isKnown],
  ['UNKNOWN_NUMBER', noPeopleKnown],
] as const)('after %s neither a contact nor an unknown number can be added', async (status, known) => {
  const { screen } = await open(status, known);
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add contact' }).elements()).toEqual([]);
});

test('D61 bug 13 a colleague who is no contact has the full name of the organisation, and can be added', async () => {
  const { screen } = await open('INCOMING_CALL', isColleague);
  await expect.element(screen.getByText('Bobby Demo is calling')).toBeVisible();
  expect(screen.getByText('name given by the caller').elements()).toEqual([]);
  await screen.unmount();
  const { screen: after, added } = await open('TERMINATED_REMOTE', isColleague);
  await after.getByRole('button', { name: 'Add contact' }).click();
  expect(added).toMatchObject([{ address: 'bobby@demo.example', displayName: 'Bobby Demo' }]);
});

test('D61 a name that only the caller gives is marked, unless names of the organisation are off', async () => {
  const { screen } = await open('INCOMING_CALL', noPeopleKnown);
  await expect
    .element(screen.getByRole('alertdialog', { name: 'Bobby Berg is calling' }))
    .toHaveAccessibleDescription(/bobby@demo\.example · name given by the caller/);
  await screen.unmount();
  const { screen: plain } = await open('INCOMING_CALL', noPeopleKnown, false);
  await expect.element(plain.getByText('Bobby Berg is calling')).toBeVisible();
  expect(plain.getByText('name given by the caller', { exact: false }).elements()).toEqual([]);
});

test('SERVICE-03 a service has its sign on the screens of a call, and a person has initials', async () => {
  const isService: KnownPeople = (address) =>
    address === 'bobby@demo.example' ? { name: 'Relay', image: '', source: 'service' } : undefined;
  const { screen } = await open('INCOMING_CALL', isService);
  await expect.element(screen.getByText('Relay is calling')).toBeVisible();
  expect(screen.getByText('R', { exact: true }).elements()).toEqual([]);
  await screen.unmount();
  const { screen: other } = await open('INCOMING_CALL', noPeopleKnown);
  await expect.element(other.getByText('BB', { exact: true })).toBeVisible();
});
