import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import type { CallMonitor } from '../../../client/ports/call-monitor.ts';
import type { QualitySummary } from '../../../client/quality/call-quality.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { recordLiveRegions } from '../../../ui/notices/testing/live-regions.ts';
import { CallQuality } from './CallQuality.tsx';
import { VoiceSign } from './VoiceSign.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

const stage = {
  attachRemote: () => () => {},
  attachLocal: () => () => {},
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: () => () => {},
};
const flowing = { codec: 'opus', kbps: 40, lossPercent: 0 };
const well: QualitySummary = {
  atMs: 0,
  isConnected: true,
  audioIn: flowing,
  audioOut: flowing,
  videoIn: undefined,
  videoOut: undefined,
  roundTripMs: 50,
  path: 'relay',
  silentMs: 0,
};

async function show(isHeld = false) {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  let onSummary: (summary: QualitySummary) => void = () => {};
  let onLevel: (level: number, nowMs: number) => void = () => {};
  const stopped: string[] = [];
  const monitor: CallMonitor = {
    watchQuality(_callId, listener) {
      onSummary = listener;
      return () => stopped.push('quality');
    },
    watchVoice(_callId, listener) {
      onLevel = listener;
      return () => stopped.push('voice');
    },
  };
  const screen = await render(
    <ClientProvider client={client} stage={stage} monitor={monitor}>
      <CallQuality callId="c" textTransport="dataChannel" isHeld={isHeld} />
      <VoiceSign callId="c" name="bobby" />
    </ClientProvider>,
  );
  return {
    screen,
    stopped,
    measure: (summary: QualitySummary) => onSummary(summary),
    hear: (level: number, nowMs: number) => onLevel(level, nowMs),
  };
}

test('an icon and a word open the values; Escape closes them and returns the focus', async () => {
  const { screen, measure } = await show();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  measure(well);
  const button = screen.getByRole('button', { name: 'Good connection. Show details' });
  await button.click();
  const dialog = screen.getByRole('dialog', { name: 'Connection' });
  await expect.element(dialog.getByRole('row', { name: 'Audio codec opus opus' })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: 'Path Through a relay' })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: 'Text Live text' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('a bad connection shows cause and remedy', async () => {
  const { screen, measure } = await show();
  const slow = { ...well, roundTripMs: 900 };
  for (const summary of [well, slow, slow]) measure(summary);
  await expect.element(screen.getByRole('button', { name: /^Poor connection/ })).toBeVisible();
  await expect
    .element(
      screen.getByText(
        'Your connection is slow. Text still works. If you do not sign, turn the camera off.',
        { exact: true },
      ),
    )
    .toBeVisible();
});

test('WCAG 4.1.3 a connection that is now good, now fair is not announced; one that is poor for seconds is, once', async () => {
  const { screen, measure } = await show();
  const told = recordLiveRegions();
  let atMs = 0;
  async function pass(seconds: number, roundTripMs: number, word: string): Promise<void> {
    for (const endMs = atMs + seconds * 1000; atMs < endMs; atMs += 2000)
      measure({ ...well, roundTripMs, atMs });
    await expect
      .element(screen.getByRole('button', { name: `${word} connection. Show details` }))
      .toBeVisible();
  }
  for (let swings = 0; swings < 3; swings += 1) {
    await pass(10, 50, 'Good');
    await pass(10, 400, 'Fair');
  }
  await pass(4, 900, 'Poor');
  expect(told).toEqual([]);
  await pass(10, 900, 'Poor');
  await expect.poll(() => told.length).toBe(1);
  await pass(30, 50, 'Good');
  await expect
    .poll(() => told)
    .toEqual([
      'Poor connection. Your connection is slow. Text still works. If you do not sign, turn the camera off.',
      'Good connection',
    ]);
});

test('a voice is visible from its first reading, and readable for a user who looks for it', async () => {
  const { screen, hear, stopped } = await show();
  const sign = screen.getByRole('img');
  await expect.element(sign).toHaveAccessibleName('No sound from bobby');
  const element = sign.element() as HTMLElement;
  hear(0.64, 1000);
  // No wait: the indicator appears together with the call.
  expect([element.hasAttribute('data-speaking'), element.style.getPropertyValue('--level')]).toEqual([
    true,
    '0.64',
  ]);
  expect(element.getAttribute('aria-label')).toBe('Sound from bobby');
  expect(element.closest('[aria-live], [role=status], output')).toBeNull();
  hear(0, 1300);
  expect(element.hasAttribute('data-speaking')).toBe(true);
  hear(0, 1500);
  expect(element.hasAttribute('data-speaking')).toBe(false);
  await screen.unmount();
  expect(stopped.toSorted()).toEqual(['quality', 'voice']);
});

test('D84 while a call is on hold, its video is not called choppy', async () => {
  const slow = { ...well, videoIn: { lossPercent: 0, jitterMs: 1, kbps: 300, framesPerSecond: 3 } };
  for (const isHeld of [false, true]) {
    const { screen, measure } = await show(isHeld);
    for (let reading = 0; reading < 4; reading += 1) measure(slow);
    const word = isHeld ? 'Good' : 'Poor';
    await expect
      .element(screen.getByRole('button', { name: `${word} connection. Show details` }))
      .toBeVisible();
    await screen.unmount();
  }
});

test('INCALL-27 over low video the sign of a voice stays round, and the cause of a problem takes no line', async () => {
  const { screen, measure } = await show();
  const lossy = { ...well, videoIn: { lossPercent: 0, jitterMs: 1, kbps: 300, framesPerSecond: 3 } };
  for (let reading = 0; reading < 4; reading += 1) measure(lossy);
  const cause = () => screen.container.querySelector('[data-level="poor"] > span');
  await expect.poll(cause).not.toBeNull();
  const { style } = screen.container;
  Object.assign(style, { display: 'flex', inlineSize: '60px', containerType: 'size', blockSize: '21rem' });
  const voice = screen.getByRole('img').element().getBoundingClientRect();
  expect(voice.width).toBe(voice.height);
  expect(getComputedStyle(cause() ?? expect.fail('no cause')).display).toBe('none');
});
