import type { AskBeforeEmergency, CallOptions, ClientState, EmergencyChoice } from '@samtal/call-core';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/icons/later-shapes.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { createAlerts } from '../../client/alerts/alerts.ts';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import { useClient } from '../../client/hooks/use-client.ts';
import { createStore } from '../../client/store/store.ts';
import { IncomingCall } from '../../features/call/ringing/IncomingCall.tsx';
import { Emergency } from '../../features/emergency/Emergency.tsx';
import { alice, everything } from '../../testing/alice.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { lines, statuses } from '../../testing/call-states.ts';
import { connections } from '../../testing/connections.ts';
import { createStaticClient } from '../../testing/static-client.ts';
import { createStaticServices } from '../../testing/static-services.ts';

const i18n = await createWholeI18n('en');
const both = { audio: true, video: true };

const withMedia = (client: ClientState, more: Partial<ClientState> = {}): ClientState => ({
  ...client,
  settings: client.settings && {
    ...client.settings,
    emergencyNumbers: ['112', '911'],
    emergencyMedia: both,
  },
  ...more,
});

type Options = {
  readonly settings?: Record<string, string>;
  readonly client?: ClientState;
  readonly children?: ReactNode;
};

/** The button in the header of a user with these settings, and what the user has called. */
async function open({ settings = {}, client = withMedia(lines.ready), children }: Options = {}) {
  await page.viewport(1280, 800);
  const call = vi.fn<(target: string, options?: CallOptions) => void>();
  const running = createStaticClient(client, connections.good, {});
  const state = createStore(client);
  const asking: { question?: AskBeforeEmergency } = {};
  const person = alice({}, { emergency: true, geo: true });
  const session = { ...person, settings: { ...person.settings, GEO_EMERGENCY_NUMBERS: '112', ...settings } };
  const world = { session, client, brand: everything, alerts: [], remembered: {}, hasWebRtc: true };
  const services = createStaticServices({ ...world, quality: connections.good }, 'light');
  const alerts = createAlerts({ setTimer: () => () => {} });
  const screen = await render(
    <I18nextProvider i18n={i18n}>
      <AppServicesContext value={{ ...services, alerts }}>
        <ClientProvider
          {...running}
          client={{
            ...running.client,
            getState: state.get,
            subscribe: state.subscribe,
            askBeforeEmergency(question) {
              asking.question = question;
              return () => {};
            },
            intents: { ...running.client.intents, call },
          }}
        >
          <Emergency place="header" hasTabs />
          <Emergency place="question" />
          {children}
        </ClientProvider>
      </AppServicesContext>
    </I18nextProvider>,
  );
  return { screen, call, alerts, state, asking };
}

const opener = page.getByRole('button', { name: 'Emergency: 112' });
const dialog = page.getByRole('alertdialog');
const callButton = page.getByRole('button', { name: 'Call 112' });
const all = { audio: true, video: true, text: true };

/** Opens the dialog, and waits until its buttons take a press. */
async function ask(): Promise<void> {
  await opener.click();
  await expect.element(callButton).not.toHaveAttribute('aria-disabled');
}

test('D89 without a configured number there is no button', async () => {
  await open({ settings: { GEO_EMERGENCY_NUMBERS: ' , ' } });
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('D89 one press asks and a second deliberate one calls, with everything', async () => {
  const { call } = await open();
  await ask();
  await expect.element(dialog).toHaveAccessibleName('Call 112?');
  expect(call).not.toHaveBeenCalled();
  await callButton.click();
  expect(call).toHaveBeenCalledExactlyOnceWith('112', { emergency: { media: all, isSilent: false } });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('D89 neither a double press nor repeated keys call', async () => {
  const { call } = await open();
  await opener.click();
  const button = callButton.element() as HTMLButtonElement;
  button.click();
  button.click();
  await userEvent.keyboard('{Enter}{Enter} ');
  expect(call).not.toHaveBeenCalled();
  // The focus is on the words: Enter and Space do nothing there either, however long one waits.
  await expect.element(callButton).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Enter} ');
  expect(document.activeElement?.tagName).toBe('P');
  expect(call).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('D89 with the keyboard alone: Tab leads to the choice, the cancellation and the call', async () => {
  const { call } = await open();
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(callButton).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('radio', { name: 'Video, sound and text' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  expect(call).toHaveBeenCalledExactlyOnceWith('112', { emergency: { media: all, isSilent: true } });
});

test.each([
  ['Sound and text, without camera', { media: { ...all, video: false }, isSilent: false }],
  ['Without sound', { media: all, isSilent: true }],
  ['Text only', { media: { audio: false, video: false, text: true }, isSilent: true }],
])('D89 the choice “%s” makes the call %j', async (name, emergency) => {
  const { call } = await open();
  await ask();
  await page.getByRole('radio', { name }).click();
  await callButton.click();
  expect(call).toHaveBeenCalledExactlyOnceWith('112', { emergency });
});

test('D89 of several numbers the user chooses one', async () => {
  const { call } = await open({ settings: { GEO_EMERGENCY_NUMBERS: '112, 911,112' } });
  await page.getByRole('button', { name: 'SOS Emergency: 112, 911' }).click();
  const second = page.getByRole('button', { name: 'Call 911' });
  await expect.element(second).not.toHaveAttribute('aria-disabled');
  await second.click();
  expect(call.mock.calls.map(([number]) => number)).toEqual(['911']);
});

test('D89 a press without a connection calls as soon as there is one, and the user reads not to wait', async () => {
  const { call, state } = await open({ client: withMedia(lines.reconnecting) });
  await ask();
  await expect.element(page.getByText(/^There is no connection now\. Use a mobile phone/)).toBeVisible();
  await callButton.click();
  await expect.element(page.getByText(/^Connecting… 112 is called as soon as/)).toBeVisible();
  await callButton.click({ force: true });
  expect(call).not.toHaveBeenCalled();
  state.set(withMedia(lines.ready));
  await expect.poll(() => call.mock.calls.length).toBe(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('D89 who cancels while waiting does not call later', async () => {
  const { call, state } = await open({ client: withMedia(lines.offline) });
  await ask();
  await callButton.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  state.set(withMedia(lines.ready));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(call).not.toHaveBeenCalled();
});

test('D89 a test call goes to its own number, and a notice says so', async () => {
  const { call, alerts } = await open({ settings: { GEO_EMERGENCY_TEST_NUMBER: '555100' } });
  await ask();
  await expect.element(page.getByText(/goes to 555100, not to the emergency service/)).toBeVisible();
  await page.getByRole('button', { name: 'Test call' }).click();
  expect(call.mock.calls.map(([number]) => number)).toEqual(['555100']);
  expect(alerts.list.get().map(({ message }) => message)).toEqual([{ key: 'emergency.test_running' }]);
});

test.each(['', '112', '1-1-2', 'sip:911@other.example'])(
  'D89 with %j as its number there is no test call: it would be an emergency call',
  async (number) => {
    await open({ settings: { GEO_EMERGENCY_TEST_NUMBER: number } });
    await ask();
    expect(page.getByRole('button', { name: 'Test call' }).elements()).toEqual([]);
  },
);

test('D89 a test call goes on by text where camera and microphone are refused', async () => {
  const client = withMedia(lines.ready, { media: { ...lines.ready.media, isDenied: true } });
  const { call } = await open({ client, settings: { GEO_EMERGENCY_TEST_NUMBER: '555100' } });
  await ask();
  await page.getByRole('button', { name: 'Test call' }).click();
  expect(call.mock.calls[0]?.[1]).toMatchObject({ emergency: { media: { audio: false, text: true } } });
});

const home = 'Storgatan\n12 B\n111 23\nStockholm\nSE\n';

test.each([
  ['1280 × 800', 1280],
  ['360 × 640, where the button is in the tab bar', 360],
])(
  'D89 at %s another way to the number leads to the question, and calls its address',
  async (_what, width) => {
    const { call, asking } = await open();
    await page.viewport(width, 640);
    asking.question?.('112@other.example');
    await expect.element(dialog).toHaveAccessibleName('Call 112?');
    await expect.element(callButton).not.toHaveAttribute('aria-disabled');
    await callButton.click();
    const emergency = { media: all, isSilent: false };
    expect(call).toHaveBeenCalledExactlyOnceWith('112@other.example', { emergency });
    await expect.element(dialog).not.toBeInTheDocument();
  },
);

test.each([
  ['Text only', { audio: false, video: false, text: true }, undefined],
  ['Sound and text, without camera', { ...all, video: false }, undefined],
  ['Video, sound and text', undefined, undefined],
  ['Without sound', undefined, { media: all, isSilent: true }],
] as const)(
  'D89 the question begins with “%s” after the choice %j and the call %j',
  async (name, media, before) => {
    const { call } = lines.ready;
    const last = before && {
      phase: 'completed' as const,
      outcome: 'terminatedLocal' as const,
      call: {
        callId: 'c1',
        direction: 'outgoing' as const,
        remoteUser: { address: '112@demo.example' },
        emergency: before satisfies EmergencyChoice,
      },
    };
    const { asking } = await open({ client: withMedia(lines.ready, { call: last ?? call }) });
    asking.question?.('112@demo.example', media);
    await expect.element(page.getByRole('radio', { name })).toBeChecked();
  },
);

test.each([
  ['true', home, 'Your position is sent if', 'Storgatan 12 B, 111 23 Stockholm, SE'],
  ['true', '', 'Your position is sent if', undefined],
  ['false', home, 'Your position is not sent.', undefined],
])(
  'D89 D45 with GEO_SEND_ON_EMERGENCY_CALL %s and the address %j the user reads what is sent',
  async (sends, address, words, line) => {
    const settings = { GEO_SEND_ON_EMERGENCY_CALL: sends, WEB_EMERGENCY_ADDRESS: address };
    await open({ settings });
    await ask();
    const text = dialog.element().textContent ?? '';
    expect(text).toContain(words);
    expect(text.includes('Storgatan')).toBe(line !== undefined);
    if (line !== undefined) expect(text).toContain(line);
  },
);

const ringing = withMedia(statuses.INCOMING_CALL);
const talking = withMedia(statuses.ACCEPTED);

test.each([
  [ringing, /If you call for help, this call is rejected/],
  [talking, /If you call for help, your call with .+ ends/],
])('D89 during a call the question says what happens to that call', async (client, words) => {
  const { call } = await open({ client, settings: { GEO_EMERGENCY_TEST_NUMBER: '555100' } });
  await ask();
  await expect.element(dialog.getByText(words)).toBeVisible();
  // A test is not worth the end of another call.
  expect(page.getByRole('button', { name: 'Test call' }).elements()).toEqual([]);
  await callButton.click();
  expect(call).toHaveBeenCalledExactlyOnceWith('112', { emergency: { media: all, isSilent: false } });
});

/** The screen of an incoming call, as soon as there is one. */
function Ringing({ onAnswer }: { readonly onAnswer: () => void }) {
  const isRinging = useClient(({ call }) => call.phase === 'incoming');
  return (
    isRinging && (
      <IncomingCall
        name="Bobby"
        address="bobby@demo.example"
        kind="video"
        ringtone="BELL"
        onAnswer={onAnswer}
        onReject={() => {}}
        now={() => Date.now()}
      />
    )
  );
}

test('D89 an open question stays above a call that begins to ring, and its keys do not answer that call', async () => {
  const answer = vi.fn<() => void>();
  const { state, call } = await open({ children: <Ringing onAnswer={answer} /> });
  await ask();
  const radio = page.getByRole('radio', { name: 'Text only' });
  await radio.click();
  state.set(ringing);
  await expect.element(page.getByRole('alertdialog', { name: 'Bobby is calling' })).toBeInTheDocument();
  await expect.element(radio).toHaveFocus();
  await expect.element(page.getByText(/this call is rejected/)).toBeVisible();
  const over = document.elementFromPoint(640, 400)?.closest('dialog');
  expect(over?.textContent).toContain('Call 112?');
  // As long as the screen of the call ignores keys that were meant for what was open before.
  const begun = performance.now();
  await vi.waitUntil(() => performance.now() - begun > 800);
  await userEvent.keyboard('{Enter} ');
  expect(answer).not.toHaveBeenCalled();
  await callButton.click();
  expect(call).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Enter}');
  expect(answer).toHaveBeenCalledOnce();
});

test('D89 who answers a call while a press waits for the connection is asked again', async () => {
  const { call, state } = await open({ client: withMedia(lines.offline) });
  await ask();
  await callButton.click();
  state.set({ ...talking, connection: withMedia(lines.offline).connection });
  await expect.element(callButton).not.toHaveAttribute('aria-busy', 'true');
  state.set(talking);
  await expect.element(dialog).toBeVisible();
  state.set(withMedia(lines.ready));
  await expect.element(page.getByText(/^Connecting/)).not.toBeInTheDocument();
  expect(call).not.toHaveBeenCalled();
});
