import type { ClientState, Intents } from '@samtal/call-core';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { AppServicesContext } from '../../../client/hooks/app-services.ts';
import { ringtoneNames } from '../../../client/ringtone/scores.ts';
import { alice, everything } from '../../../testing/alice.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { ofThree, statuses, withCallBack, withSecond } from '../../../testing/call-states.ts';
import { connections } from '../../../testing/connections.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createStaticServices } from '../../../testing/static-services.ts';
import CallScreens from '../CallScreens.tsx';

const i18n = await createWholeI18n('en');
const forged = /a number can be forged/;

type Caller = { readonly address: string; readonly isOn?: boolean };

/** The calls that ring in `state`, from this caller, for a user with or without emergency mode. */
function calledBy(state: ClientState, { address, isOn = true }: Caller): ClientState {
  const called = <Parts extends Pick<ClientState, 'call'>>(parts: Parts): Parts =>
    parts.call.phase === 'incoming'
      ? { ...parts, call: { ...parts.call, call: { ...parts.call.call, remoteUser: { address } } } }
      : parts;
  const settings = state.settings && {
    ...state.settings,
    ...(isOn ? { emergencyMedia: { audio: true, video: true } } : {}),
  };
  return { ...called(state), settings, behind: state.behind && called(state.behind) };
}

async function open(
  client: ClientState,
  chosen: Record<string, string> = {},
  pressed: Partial<Intents> = {},
) {
  const session = alice(chosen, { notifications: false });
  const world = { session, client, brand: everything, alerts: [], remembered: {}, hasWebRtc: true };
  const services = createStaticServices({ ...world, quality: connections.good }, 'light');
  const running = createStaticClient(client, connections.good, {});
  const intents = { ...running.client.intents, ...pressed };
  await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={services}>
        <ClientProvider {...running} client={{ ...running.client, intents }}>
          <CallScreens />
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
}

test('D89 a call from an emergency number is marked, with the words that it proves nothing', async () => {
  await open(calledBy(statuses.INCOMING_CALL, { address: '1-1-2@demo.example' }));
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveAccessibleDescription(/Call back from emergency service.*forged/);
  await expect.element(page.getByText(forged)).toBeVisible();
});

test.each([
  ['another number', { address: '1122@demo.example' }],
  ['an address with the number as its domain', { address: 'bobby@112' }],
  ['an emergency number, without the flag', { address: '112@demo.example', isOn: false }],
])('D89 a call from %s is not marked', async (_what, caller) => {
  await open(calledBy(statuses.INCOMING_CALL, caller));
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(page.getByText(forged).elements()).toEqual([]);
});

test.each(ringtoneNames)(
  'D89 a call back rings and flashes with the ringtone %s, with sound, video and notifications off',
  async (name) => {
    const off = { WEB_RINGTONE: name, WEB_AUDIO: 'false', WEB_VIDEO: 'false' };
    await open(calledBy(statuses.INCOMING_CALL, { address: '112@demo.example' }), off);
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    const audio = document.querySelector<HTMLAudioElement>('dialog audio');
    expect([audio?.loop, audio?.muted, audio?.volume, audio?.src.startsWith('blob:')]).toEqual([
      true,
      false,
      1,
      true,
    ]);
    const flashing = document.getAnimations().filter((animation) => animation.playState === 'running');
    expect(flashing.length).toBeGreaterThan(0);
  },
);

test.each([
  ['112@demo.example', true],
  ['carol@demo.example', false],
])('D89 D85 as a second call %s rings as loudly as a first one: %s', async (address, isLoud) => {
  await open(calledBy(withSecond('rings'), { address }));
  await expect.element(page.getByRole('button', { name: 'Hold and answer' })).toBeVisible();
  expect(page.getByText(forged).elements().length > 0).toBe(isLoud);
  expect(document.querySelector('section audio, section ~ audio, audio[loop]') !== null).toBe(isLoud);
});

test.each([
  ['beside two calls', withCallBack(withSecond('waits'))],
  ['in a call of three', withCallBack(ofThree({ phase: 'together', before: {} }))],
])('D85 D89 D102 %s a call back rings loudly, and says that answering ends both', async (_where, state) => {
  const answered: unknown[][] = [];
  const answerSecond = (...how: unknown[]): void => void answered.push(how);
  await open(state, {}, { answerSecond });
  await expect.element(page.getByText(forged)).toBeVisible();
  expect(document.querySelector('audio[loop]')).not.toBeNull();
  const answer = page.getByRole('button', { name: 'End both calls and answer' });
  await userEvent.keyboard('{Alt>}{Shift>}S{/Shift}{/Alt}');
  await expect.element(answer).toHaveFocus();
  expect(page.getByRole('button', { name: 'Hold and answer' }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(answered).toEqual([['help', 'end']]);
});
