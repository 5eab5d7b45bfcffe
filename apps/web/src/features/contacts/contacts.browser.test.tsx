import { type Contact, type Features, writeVcards } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { Activity, type ReactNode, use, useMemo } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { ClientContext } from '../../client/hooks/use-client.ts';
import type { PeopleApi } from '../../client/ports/people-api.ts';
import { createStore, type Store, useStore } from '../../client/store/store.ts';
import { alice, decided } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { lines, statuses } from '../../testing/call-states.ts';
import { contact, createFakePeopleApi } from '../../testing/fake-people-api.ts';
import { createPeoplePage } from '../../testing/people-page.tsx';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { createListPlaces, ListPlacesContext } from '../../ui/lists/letter-list/list-places.ts';
import { recordLiveRegions } from '../../ui/notices/testing/live-regions.ts';
import ContactsArea from './ContactsArea.tsx';

const i18n = await createWholeI18n('sv').then(async (swedish) => {
  // Swedish sort order, English texts.
  const english = await createWholeI18n('en');
  swedish.addResourceBundle('sv', 'translation', english.getResourceBundle('en', 'translation'), true, true);
  return swedish;
});

const bobby = contact({
  id: '7',
  fname: 'Bobby',
  sname: 'Berg',
  sipaddress: 'bobby@demo.example',
  email: 'bobby@mail.example',
  address: 'Storgatan 1',
  postNr: '123 45',
});
const everybody: readonly Contact[] = [
  contact({ id: '1', fname: 'Åsa', sname: 'Öberg', sipaddress: 'asa@demo.example' }),
  bobby,
  contact({ id: '2', sname: 'Andersson', sipaddress: 'andersson@demo.example' }),
  contact({ id: '3', sipaddress: '112@demo.example' }),
];

type Options = {
  readonly contacts?: readonly Contact[];
  readonly answers?: Partial<PeopleApi>;
  readonly off?: Partial<Features>;
  readonly features?: Partial<Features>;
  readonly canCall?: boolean;
  readonly isDenied?: boolean;
};

const calls = { none: lines.ready, incoming: { ...lines.ready, call: statuses.INCOMING_CALL.call } };

type AsideProps = { readonly state: Store<ClientState>; readonly children: ReactNode };

/** Hides its children while there is a call, as the app does with its pages. */
function AsideInCalls({ state, children }: AsideProps) {
  const running = use(ClientContext) ?? expect.fail('no client');
  const client = useMemo(() => ({ ...running.client, getState: state.get }), [running.client, state]);
  const hasCall = useStore(state) !== calls.none;
  return (
    <ClientProvider {...running} client={client}>
      {hasCall ? <h1>A call</h1> : undefined}
      <Activity mode={hasCall ? 'hidden' : 'visible'}>{children}</Activity>
    </ClientProvider>
  );
}

async function open(
  path: string,
  {
    contacts = everybody,
    answers = {},
    off = {},
    canCall = true,
    isDenied = false,
    features = {},
  }: Options = {},
) {
  const api = createFakePeopleApi(contacts, answers);
  const state = createStore<ClientState>(calls.none);
  const places = createListPlaces();
  const area = (
    <ListPlacesContext value={places}>
      <ContactsArea features={{ ...alice().features, ...off }} />
    </ListPlacesContext>
  );
  const content = canCall && !isDenied ? <AsideInCalls state={state}>{area}</AsideInCalls> : area;
  const world = createPeoplePage(content, { api, path, i18n, canCall, isDenied, features });
  await render(world.page);
  return {
    ...world,
    callComes: async () => {
      state.set(calls.incoming);
      await expect.element(page.getByRole('heading', { name: 'A call' })).toBeVisible();
    },
    callEnds: () => state.set(calls.none),
  };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const texts = (role: 'heading' | 'listitem') =>
  page
    .getByRole(role)
    .elements()
    .map((element) => element.textContent);

function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('CONTACT-01 CONTACT-02 CONTACT-03 ROUTE-22 contacts are grouped by letter, in the order of the language', async () => {
  await open('/contacts');
  await expect.element(page.getByRole('heading', { name: 'Å', exact: true })).toBeVisible();
  expect(texts('heading')).toEqual(['Contacts', 'A', 'B', 'Å', '#']);
  expect(texts('listitem')).toEqual([
    'AAnderssonandersson@demo.example',
    'BBBobby Bergbobby@demo.example',
    'ÅÖÅsa Öbergasa@demo.example',
    '1E112@demo.example112@demo.example',
  ]);
  const lists = page.getByRole('list').elements();
  expect(lists).toHaveLength(4);
});

test.each([
  [390, false],
  [1280, true],
])('CONTACT-01 in a window %i px wide the files of the address book have buttons: %s', async (width, has) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const { history } = await open('/contacts');
  await expect.element(row('Bobby Berg')).toBeVisible();
  expect(button('Export vCard').elements()).toHaveLength(has ? 1 : 0);
  if (!has) await button('More').first().click();
  else expect(button('More').elements()).toEqual([]);
  const names = ['Import', 'Export vCard', 'Export CSV'];
  for (const name of names)
    await expect.element(page.getByRole(has ? 'button' : 'menuitem', { name, exact: true })).toBeVisible();
  await page.getByRole(has ? 'button' : 'menuitem', { name: 'Import', exact: true }).click();
  expect(history.at(-1)).toBe('/contacts/import');
});

test('CONTACT-04 CONTACT-05 CONTACT-17 a row calls, and links to edit, information and delete', async () => {
  const { called } = await open('/contacts');
  await expect.element(button('Add contact')).toBeVisible();
  await row('Bobby Berg').getByRole('button', { name: 'Call', exact: true }).click();
  expect(called).toEqual(['bobby@demo.example']);
  for (const [name, path] of [
    ['Edit', '/contacts/edit/7'],
    ['Information', '/contacts/information/7'],
    ['Delete', '/contacts/delete/7'],
  ] as const) {
    await cleanup();
    const { history } = await open('/contacts');
    await row('Bobby Berg').getByRole('button', { name, exact: true }).click();
    expect(history.at(-1)).toBe(path);
  }
});

test('CONTACT-13 CONTACT-14 A-094 the list requests %, a search the typed text, after a pause of 400 ms', async () => {
  useFakeTimers();
  const { api } = await open('/contacts');
  await expect.element(row('Bobby Berg')).toBeVisible();
  const asked = () => api.calls.filter((call) => call.startsWith('searchContacts'));
  expect(new Set(asked())).toEqual(new Set(['searchContacts %']));
  const before = asked().length;
  await page.getByLabelText('Search').fill('bob');
  await vi.advanceTimersByTimeAsync(399);
  expect(asked()).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => asked().slice(before)).toEqual(['searchContacts bob']);
  await expect.element(row('Andersson')).not.toBeInTheDocument();
  await expect.element(row('Bobby Berg')).toBeVisible();
  await page.getByLabelText('Search').fill('nobody');
  await vi.advanceTimersByTimeAsync(400);
  await expect.element(page.getByText('No contact matches “nobody”.')).toBeVisible();
  await button('Clear').click();
  await vi.advanceTimersByTimeAsync(400);
  await expect.poll(() => asked().at(-1)).toBe('searchContacts %');
  await expect.element(row('Andersson')).toBeVisible();
});

test('an empty list explains contacts; a list that failed to load can be loaded again', async () => {
  await open('/contacts', { contacts: [] });
  await expect.element(page.getByText('You have no contacts yet.')).toBeVisible();
  await expect.element(button('Add contact')).toBeVisible();
});

test('A-090 the loading message shows after two seconds; a failure can be tried again', async () => {
  useFakeTimers();
  const answers: (() => void)[] = [];
  let isBroken = true;
  await open('/contacts', {
    answers: {
      searchContacts: () =>
        new Promise((resolve) => {
          answers.push(() => resolve(isBroken ? { ok: false, status: 500 } : { ok: true, value: everybody }));
        }),
    },
  });
  await vi.advanceTimersByTimeAsync(1999);
  expect(page.getByText('Loading…').elements()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.element(page.getByText('Loading…')).toBeVisible();
  for (const answer of answers.splice(0)) answer();
  await expect.element(page.getByText('The contacts could not be loaded.')).toBeVisible();
  isBroken = false;
  await button('Try again now').click();
  for (const answer of answers.splice(0)) answer();
  await expect.element(row('Bobby Berg')).toBeVisible();
});

/** Text of the live regions. */
const saidNow = () =>
  page
    .getByRole('status')
    .elements()
    .map(({ textContent }) => textContent)
    .filter((words) => words !== '');

test('WCAG 4.1.3 the number of results is announced; clearing the search moves the focus to its field', async () => {
  useFakeTimers();
  await open('/contacts');
  await expect.element(row('Bobby Berg')).toBeVisible();
  const said = document.querySelector('search output');
  expect(said?.textContent).toBe('');
  await page.getByLabelText('Search').fill('bob');
  await vi.advanceTimersByTimeAsync(400);
  await expect.poll(() => said?.textContent).toBe('1 result');
  await page.getByLabelText('Search').fill('nobody');
  await vi.advanceTimersByTimeAsync(400);
  await expect.element(page.getByText('No contact matches “nobody”.')).toBeVisible();
  expect(saidNow()).toEqual(['0 results']);
  await button('Clear').click();
  await expect.element(page.getByLabelText('Search')).toHaveFocus();
});

test('CONTACT-14 a failed search can be tried again with the same text', async () => {
  useFakeTimers();
  let isBroken = true;
  await open('/contacts', {
    answers: {
      searchContacts: async (_token, words) => {
        if (words === '%') return { ok: true, value: everybody };
        return isBroken ? { ok: false, status: 500 } : { ok: true, value: [bobby] };
      },
    },
  });
  await page.getByLabelText('Search').fill('bob');
  await vi.advanceTimersByTimeAsync(400);
  await expect.element(page.getByText('The contacts could not be loaded.')).toBeVisible();
  isBroken = false;
  await button('Try again now').click();
  await expect.element(row('Bobby Berg')).toBeVisible();
  expect(row('Andersson').elements()).toEqual([]);
});

test('DIAL-12 while calls are blocked the reason shows, and call buttons are disabled', async () => {
  await open('/contacts', { canCall: false });
  await expect.element(row('Bobby Berg').getByRole('button', { name: 'Call' })).toBeDisabled();
  await expect
    .element(page.getByText('You cannot make calls when you are not in contact with the server.'))
    .toBeVisible();
});

test('DIAL-12 with camera and microphone blocked only emergency numbers can be called, and the reason shows once', async () => {
  const { called, go } = await open('/contacts', { isDenied: true });
  const reason = page.getByText('The camera and microphone are blocked.', { exact: false });
  const call = (name: string) => row(name).getByRole('button', { name: 'Call' });
  await expect.element(call('Bobby Berg')).toBeDisabled();
  expect(reason.elements()).toHaveLength(1);
  await call('112@demo.example').click();
  go('/contacts/information/3');
  await expect
    .element(page.getByRole('definition').filter({ hasText: '112@demo.example' }).first())
    .toBeVisible();
  expect(reason.elements()).toEqual([]);
  await button('Call').click();
  expect(called).toEqual(['112@demo.example', '112@demo.example']);
  go('/contacts/information/7');
  await expect.element(button('Call')).toBeDisabled();
  expect(reason.elements()).toHaveLength(1);
});

test('CONTACT-06 shows the details of a contact, - for empty ones, and the actions', async () => {
  const { called, history } = await open('/contacts/information/7');
  await expect.element(page.getByText('Storgatan 1')).toBeVisible();
  const facts = [...document.querySelectorAll('dl > div')].map((fact) =>
    [...fact.children].map(({ textContent }) => textContent).join(': '),
  );
  expect(facts).toEqual([
    'Name: Bobby Berg',
    'SIP address: bobby@demo.example',
    'E-mail: bobby@mail.example',
    'Address: Storgatan 1',
    'City: -',
    'Postcode: 123 45',
  ]);
  await button('Call').click();
  expect(called).toEqual(['bobby@demo.example']);
  await expect.element(button('Edit')).toBeVisible();
  await expect.element(button('Delete')).toBeVisible();
  await button('Cancel').click();
  expect(history.at(-1)).toBe('/contacts');
});

test('CONTACT-07 CONTACT-15 no returns to the contact; yes deletes it and opens the list', async () => {
  const { api, history, told } = await open('/contacts/delete/7');
  await expect.element(page.getByRole('heading', { name: 'delete contact Bobby Berg?' })).toHaveFocus();
  await button('No').click();
  expect(history.at(-1)).toBe('/contacts/information/7');
  expect(api.contacts()).toHaveLength(4);
  await button('Delete').click();
  await button('Yes').click();
  await expect.poll(() => history.at(-1)).toBe('/contacts');
  expect(api.calls).toContain('deleteContact 7');
  expect(told()).toEqual(['contacts.removed']);
  await expect.element(row('Andersson')).toBeVisible();
  expect(row('Bobby Berg').elements()).toEqual([]);
});

test('WCAG 4.1.3 CONTACT-15 a user who deletes a contact is not told that it does not exist', async () => {
  const { api, history, told } = await open('/contacts/delete/7');
  const said = recordLiveRegions();
  await button('Yes').click();
  await expect.poll(() => history.at(-1)).toBe('/contacts');
  expect(api.calls).toContain('deleteContact 7');
  expect(told()).toEqual(['contacts.removed']);
  expect(said.filter((words) => words.includes('no longer exists'))).toEqual([]);
});

test('D63 bug 17 the question is a dialog whose buttons say what they do', async () => {
  const { api, history } = await open('/contacts/delete/7', { features: decided });
  const dialog = page.getByRole('dialog', { name: 'delete contact Bobby Berg?' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(history.at(-1)).toBe('/contacts/information/7');
  await button('Delete').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => history.at(-1)).toBe('/contacts');
  expect(api.calls).toContain('deleteContact 7');
});

test('CONTACT-15 a failed deletion is reported and can be tried again', async () => {
  let fail: () => void = () => {};
  const { history, told } = await open('/contacts/delete/7', {
    answers: {
      deleteContact: () =>
        new Promise((resolve) => {
          fail = () => resolve({ ok: false, status: 500 });
        }),
    },
  });
  await button('Yes').click();
  await expect.element(button('Yes')).toHaveAttribute('aria-disabled', 'true');
  fail();
  await expect.element(button('Yes')).not.toHaveAttribute('aria-disabled');
  expect(told()).toEqual(['contacts.error']);
  expect(history).toEqual(['/contacts/delete/7']);
});

const labels = ['First name', 'Last name', 'SIP address', 'E-mail', 'Address', 'Postcode', 'City'] as const;
const field = (label: (typeof labels)[number]) => page.getByLabelText(label, { exact: true });

test('CONTACT-08 CONTACT-10 ROUTE-23 a new contact has seven fields, one of them required; then the list opens', async () => {
  const { api, history, told, unsaved } = await open('/contacts/add');
  const shown = page.getByRole('textbox').elements() as HTMLInputElement[];
  expect(shown.map(({ labels: given }) => given?.[0]?.textContent)).toEqual([...labels]);
  expect(shown.filter(({ required }) => required)).toEqual([field('SIP address').element()]);
  const star = getComputedStyle(document.querySelector('label[data-required="true"]') as Element, '::after');
  expect(star.content).toContain('*');
  expect(unsaved.get()).toBe(false);
  await field('First name').fill(' Kim ');
  await field('SIP address').fill('kim@demo.example');
  await expect.poll(() => unsaved.get()).toBe(true);
  await button('Save').click();
  await expect.poll(() => history.at(-1)).toBe('/contacts');
  expect(api.contacts().at(-1)).toMatchObject({ fname: 'Kim', sipaddress: 'kim@demo.example', city: '' });
  expect(told()).toEqual(['contacts.saved']);
  expect(unsaved.get()).toBe(false);
  await expect.element(row('Kim')).toBeVisible();
});

test('CONTACT-09 without a SIP address the contact is not sent, and a danger alert says why', async () => {
  const { api, history, told } = await open('/contacts/add');
  await field('First name').fill('Kim');
  await button('Save').click();
  await expect.element(field('SIP address')).toHaveFocus();
  expect(told()).toEqual(['contacts.nosipgiven']);
  expect(api.calls.some((call) => call.startsWith('addContact'))).toBe(false);
  expect(history).toEqual(['/contacts/add']);
  await expect.element(field('First name')).toHaveValue('Kim');
});

test('CONTACT-08 the form has groups, starts in its first field, and shows the face of what is typed', async () => {
  await open('/contacts/add');
  await expect.element(field('First name')).toHaveFocus();
  expect(
    page
      .getByRole('group')
      .elements()
      .map((group) => group.querySelector('legend')?.textContent),
  ).toEqual(['Name', 'How to reach them', 'Postal address']);
  await userEvent.keyboard('Kim');
  await userEvent.tab();
  await userEvent.keyboard("O'Brien");
  await expect.element(page.getByText('KO', { exact: true })).toBeInTheDocument();
  expect(button('Delete').elements()).toEqual([]);
});

test('CONTACT-07 the form of a contact leads to the question before it is deleted', async () => {
  const { history } = await open('/contacts/edit/7');
  await expect.element(field('First name')).toHaveValue('Bobby');
  await button('Delete').click();
  expect(history.at(-1)).toBe('/contacts/delete/7');
});

test('CONTACT-11 an invalid field shows an error, and the contact is not saved', async () => {
  const { api, told } = await open('/contacts/add');
  await field('SIP address').fill('no address');
  await field('City').fill('<b>');
  await button('Save').click();
  await expect.element(field('SIP address')).toHaveFocus();
  await expect.element(field('SIP address')).toHaveAttribute('aria-invalid', 'true');
  expect(page.getByText('The field contains invalid characters.').elements()).toHaveLength(2);
  expect(told()).toEqual([]);
  expect(api.calls.some((call) => call.startsWith('addContact'))).toBe(false);
});

test('A-098 CONTACT-16 a change sends the whole contact with its id; a failure keeps the input', async () => {
  let isBroken = true;
  const { api, history, told } = await open('/contacts/edit/7', {
    answers: {
      updateContact: async () => (isBroken ? { ok: false, status: 500 } : { ok: true, value: undefined }),
    },
  });
  await expect.element(field('Address')).toHaveValue('Storgatan 1');
  await field('City').fill('Lund');
  await button('Save').click();
  await expect.poll(() => told()).toEqual(['contacts.notsaved']);
  await expect.element(field('City')).toHaveValue('Lund');
  isBroken = false;
  await button('Save').click();
  await expect.poll(() => history.at(-1)).toBe('/contacts');
  const { id, imageUrl: _imageUrl, ...draft } = bobby;
  expect(api.calls.filter((call) => call.startsWith('updateContact')).at(-1)).toBe(
    `updateContact ${id} ${JSON.stringify({ ...draft, city: 'Lund' })}`,
  );
});

test('the input survives a call that replaces the form, but not leaving it', async () => {
  const { callComes, callEnds, go, unsaved } = await open('/contacts/add');
  await field('City').fill('Lund');
  await callComes();
  await expect.element(field('City')).not.toBeVisible();
  callEnds();
  await expect.element(field('City')).toHaveValue('Lund');
  expect(unsaved.get()).toBe(true);
  go('/contacts');
  await expect.element(page.getByLabelText('Search')).toBeVisible();
  go('/contacts/add');
  await expect.element(field('City')).toHaveValue('');
  expect(unsaved.get()).toBe(false);
});

test('other screens pass the new contact in the address', async () => {
  await open('/contacts/add?sip=bobby@demo.example&name=Bobby%20Berg');
  await expect.element(field('First name')).toHaveValue('Bobby');
  await expect.element(field('Last name')).toHaveValue('Berg');
  await expect.element(field('SIP address')).toHaveValue('bobby@demo.example');
});

test('A-105 D14 the form of one contact never shows input for another', async () => {
  await open('/contacts/add');
  await field('First name').fill('Kim');
  await field('SIP address').fill('kim@demo.example');
  await cleanup();
  const { go } = await open('/contacts/add?sip=bobby@demo.example&name=Bobby%20Berg');
  await expect.element(field('First name')).toHaveValue('Bobby');
  await expect.element(field('SIP address')).toHaveValue('bobby@demo.example');
  await field('City').fill('Lund');
  go('/contacts/add?sip=asa@demo.example');
  await expect.element(field('SIP address')).toHaveValue('asa@demo.example');
  await expect.element(field('City')).toHaveValue('');
});

test.each([
  ['/contacts/add', { contactAdd: false }],
  ['/contacts/import', { contactAdd: false }],
  ['/contacts/edit/7', { contactEdit: false }],
  ['/contacts/delete/7', { contactDelete: false }],
  ['/contacts/nonsense', {}],
])('ROUTE-11 ROUTE-22 %s with %j redirects to the start page', async (path, off) => {
  const { history } = await open(path, { off });
  await expect.poll(() => history.at(-1)).toBe('/');
});

test('a feature that the organisation lacks has no button', async () => {
  await open('/contacts', { off: { contactAdd: false, contactEdit: false, contactDelete: false } });
  await expect.element(row('Bobby Berg').getByRole('button', { name: 'Call' })).toBeVisible();
  for (const name of ['Add contact', 'Import', 'Edit', 'Delete']) expect(button(name).elements()).toEqual([]);
});

test('a deleted contact says so', async () => {
  const { history } = await open('/contacts/edit/99');
  await expect.element(page.getByText('This contact no longer exists.')).toBeVisible();
  await button('Back').click();
  expect(history.at(-1)).toBe('/contacts');
});

const chooser = () =>
  page
    .getByLabelText('Choose file')
    .elements()
    .find((element) => element.tagName === 'INPUT');

test('an import is previewed before it is saved: new, existing and skipped contacts', async () => {
  const { api } = await open('/contacts/import');
  await expect.element(button('Choose file')).toBeVisible();
  const kim = contact({ id: '', fname: 'Kim', sipaddress: 'kim@demo.example' });
  const nobody = 'BEGIN:VCARD\r\nFN:Nobody\r\nEND:VCARD\r\n';
  const cut = 'BEGIN:VCARD\r\nFN:Eva\r\nIMPP:sip:eva@demo.ex';
  const file = new File([writeVcards([kim, bobby]) + nobody + cut], 'people.vcf');
  await userEvent.upload(chooser() ?? expect.fail('no chooser'), file);
  await expect.element(page.getByText('1 new contact')).toBeVisible();
  await expect.element(page.getByText('1 is already among your contacts')).toBeVisible();
  await expect
    .element(page.getByText('1 is left out, because it has no SIP address that can be called'))
    .toBeVisible();
  await expect.element(page.getByText('1 is left out, because the file has only a part of it')).toBeVisible();
  expect(api.contacts()).toHaveLength(4);
  await button('Add the new contacts').click();
  await expect.element(page.getByText('1 contact has been added.')).toBeVisible();
  expect(api.contacts().at(-1)).toMatchObject({ fname: 'Kim' });
});

test('without the address book there is no import, because new contacts cannot be recognised', async () => {
  let isBroken = true;
  await open('/contacts/import', {
    answers: {
      searchContacts: async () => (isBroken ? { ok: false, status: 500 } : { ok: true, value: everybody }),
    },
  });
  await expect.element(page.getByText('The contacts could not be loaded.')).toBeVisible();
  isBroken = false;
  await button('Try again now').click();
  await expect.element(button('Choose file')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Import contacts' })).toHaveFocus();
});

test('a dropped file is read too; one without contacts says which files are accepted', async () => {
  const { api } = await open('/contacts/import');
  await expect.element(button('Choose file')).toBeVisible();
  const drop = (content: string): void => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'people.csv'));
    const place = button('Choose file').element().parentElement;
    place?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  };
  drop('');
  await expect
    .element(page.getByText('There are no contacts in this file. Choose a .vcf or .csv file.'))
    .toBeVisible();
  drop(`sip\n${'a\n'.repeat(100_000)}`);
  await expect
    .element(page.getByText('This file is too large. Divide it into files of at most 10000 contacts.'))
    .toBeVisible();
  drop('name;sip\nKim;kim@demo.example\n');
  await expect.element(page.getByText('1 new contact')).toBeVisible();
  await button('Cancel').click();
  await expect.element(button('Choose file')).toBeVisible();
  expect(api.contacts()).toHaveLength(4);
});

/** Starts an import of three contacts; the server accepts each one only when the test says so. */
async function importThree() {
  const kept: string[] = [];
  const waiting: (() => void)[] = [];
  const addContact: PeopleApi['addContact'] = (_token, { sipaddress }) =>
    new Promise((resolve) =>
      waiting.push(() => {
        kept.push(sipaddress);
        resolve({ ok: true, value: undefined });
      }),
    );
  const world = await open('/contacts/import', { answers: { addContact } });
  await expect.element(button('Choose file')).toBeVisible();
  const people = ['a@demo.example', 'b@demo.example', 'c@demo.example'];
  const file = writeVcards(people.map((sipaddress) => contact({ id: '', sipaddress })));
  await userEvent.upload(chooser() ?? expect.fail('no chooser'), new File([file], 'people.vcf'));
  await button('Add the new contacts').click();
  async function keepOne(): Promise<void> {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()?.();
  }
  return { ...world, people, kept, keepOne };
}

test('an import continues during a call that replaces its page, and shows its progress afterwards', async () => {
  const { callComes, callEnds, people, kept, keepOne } = await importThree();
  await keepOne();
  await expect.element(page.getByText('1 of 3 added')).toBeVisible();
  await callComes();
  await keepOne();
  await expect.poll(() => kept).toHaveLength(2);
  callEnds();
  await expect.element(page.getByText('2 of 3 added')).toBeVisible();
  expect(saidNow().join(' ')).toContain('2 of 3 added');
  await keepOne();
  await expect.element(page.getByText('3 contacts have been added.')).toBeVisible();
  expect(kept).toEqual(people);
});

test('an import that ends during a call shows its result afterwards, once', async () => {
  const { callComes, callEnds, people, kept, keepOne, go } = await importThree();
  await callComes();
  for (const _person of people) await keepOne();
  await expect.poll(() => kept).toEqual(people);
  callEnds();
  await expect.element(page.getByText('3 contacts have been added.')).toBeVisible();
  expect(saidNow()).toContain('3 contacts have been added.');
  go('/contacts');
  await expect.element(page.getByLabelText('Search')).toBeVisible();
  go('/contacts/import');
  await expect.element(button('Choose file')).toBeVisible();
});

test('a user who leaves an import and returns finds it again, and cannot start the same one twice', async () => {
  const { people, kept, keepOne, go } = await importThree();
  go('/contacts');
  await expect.element(page.getByLabelText('Search')).toBeVisible();
  go('/contacts/import');
  await expect.element(page.getByText('0 of 3 added')).toBeVisible();
  await button('Stop').click();
  await keepOne();
  await expect.element(page.getByText('1 contact has been added.')).toBeVisible();
  expect(kept).toEqual(people.slice(0, 1));
});

test('the content of a file is still shown after a call', async () => {
  const { callComes, callEnds } = await open('/contacts/import');
  await expect.element(button('Choose file')).toBeVisible();
  const file = new File([writeVcards([contact({ id: '', sipaddress: 'kim@demo.example' })])], 'people.vcf');
  await userEvent.upload(chooser() ?? expect.fail('no chooser'), file);
  await expect.element(page.getByText('1 new contact')).toBeVisible();
  await callComes();
  callEnds();
  await expect.element(page.getByText('1 new contact')).toBeVisible();
});

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Scroll offset of the page once it no longer changes; newly measured rows change it a little. */
async function settledScroll(): Promise<number> {
  for (let before = Number.NaN; before !== window.scrollY; ) {
    before = window.scrollY;
    await frame();
    await frame();
  }
  return window.scrollY;
}

test('returning from a contact or a call restores the place in the list', async () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    contact({ id: String(index + 1), sname: `Person ${index}`, sipaddress: `p${index}@demo.example` }),
  );
  const { callComes, callEnds, go } = await open('/contacts', { contacts: many });
  await expect.element(row('Person 0')).toBeVisible();
  window.scrollTo(0, 5000);
  await expect.poll(() => page.getByRole('listitem').elements().length).toBeGreaterThan(5);
  await expect.poll(() => page.getByText('Person 0', { exact: true }).elements()).toHaveLength(0);
  const scrollY = await settledScroll();
  go('/contacts/information/100');
  await expect.element(page.getByRole('heading', { name: 'Information' })).toBeVisible();
  expect(window.scrollY).toBeLessThan(scrollY);
  await button('Cancel').click();
  await expect.element(page.getByLabelText('Search')).toBeInTheDocument();
  expect(window.scrollY).toBe(scrollY);
  await callComes();
  expect(window.scrollY).toBeLessThan(scrollY);
  callEnds();
  await expect.element(page.getByLabelText('Search')).toBeInTheDocument();
  expect(window.scrollY).toBe(scrollY);
});

const peopleFirst = { off: { peopleFirst: true } };

test('D53 a press anywhere in a row calls; the other actions are in a menu, removal last', async () => {
  const { called, history } = await open('/contacts', peopleFirst);
  await row('Bobby Berg').getByText('bobby@demo.example').click();
  await row('Bobby Berg').getByRole('button', { name: 'Call', exact: true }).click();
  expect(called).toEqual(['bobby@demo.example', 'bobby@demo.example']);
  const more = row('Bobby Berg').getByRole('button', { name: 'More' });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  more.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  const items = () => page.getByRole('menuitem').elements();
  expect(items().map(({ textContent }) => textContent)).toEqual(['Edit', 'Information', 'Delete']);
  expect(document.activeElement).toBe(items()[0]);
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(items()[2]);
  await userEvent.keyboard('{Escape}');
  expect(items()).toEqual([]);
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}i{Enter}');
  await expect.poll(() => history.at(-1)).toBe('/contacts/information/7');
  expect(called).toHaveLength(2);
});

test('D53 a star makes a favourite, and favourites come first until the user wants the alphabet', async () => {
  const { api } = await open('/contacts', peopleFirst);
  const star = row('Bobby Berg').getByRole('button', { name: 'Favourite' });
  await star.click();
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(api.contacts().filter(({ favourite }) => favourite === true)).toMatchObject([{ id: '7' }]);
  expect(texts('heading')).toEqual(['Contacts', 'Favourites', 'A', 'Å', '#']);
  await button('Favourites first').click();
  expect(texts('heading')).toEqual(['Contacts', 'A', 'B', 'Å', '#']);
});

test('WCAG 2.4.3 WCAG 4.1.3 a pressed star keeps the focus, which says its state, when its contact moves', async () => {
  await open('/contacts', peopleFirst);
  const star = row('Bobby Berg').getByRole('button', { name: 'Favourite' });
  for (const isPressed of ['true', 'false']) {
    (star.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(star).toHaveAttribute('aria-pressed', isPressed);
    await expect.poll(() => texts('heading').includes('Favourites')).toBe(isPressed === 'true');
    await expect.element(star).toHaveFocus();
  }
});
