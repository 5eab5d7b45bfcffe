import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import type { CSSProperties } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import type { CallMonitor } from '../../../client/ports/call-monitor.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { toolbarProps } from '../testing/toolbar-props.ts';
import { InCall } from './InCall.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  document.getElementById('root')?.remove();
  await page.viewport(414, 896);
});

const nothing = () => {};
const stage = {
  attachRemote: () => nothing,
  attachLocal: () => nothing,
  canCaptureScreen: false,
  attachScreen: () => () => {},
  attachPreview: () => nothing,
};

/** A call in a window, and a function that sets its voice level. */
async function show(width: number, height: number, textSize: number | undefined) {
  await page.viewport(width, height);
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  let hear: (level: number, nowMs: number) => void = nothing;
  const monitor: CallMonitor = {
    watchQuality: () => nothing,
    watchVoice(_callId, listener) {
      hear = listener;
      return nothing;
    },
  };
  const largeText = textSize === undefined ? undefined : { '--call-text-size': `${textSize}px` };
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  const screen = await render(
    <ClientProvider client={client} stage={stage} monitor={monitor}>
      <InCall
        name="bobby"
        callId="c1"
        address="bobby@demo.example"
        acceptedAt={0}
        textTransport="dataChannel"
        kind="video"
        isVideoVisible
        isTextVisible
        isTextWide={false}
        largeText={largeText as CSSProperties | undefined}
        isSelfViewVisible
        isCameraOn
        isSoundOn
        isKnocking={false}
        isFullscreen={false}
        toolbar={toolbarProps({ isCompact: true })}
        dialer={{ sent: '', onTone: nothing }}
        settingsLater={undefined}
        attachRemote={nothing}
        attachLocal={nothing}
      >
        <textarea aria-label="Your text" />
      </InCall>
    </ClientProvider>,
    { container },
  );
  return { screen, hear: (level: number, nowMs: number) => hear(level, nowMs) };
}

/** Whether the voice indicator itself is completely visible over the video. */
function isInSight(sign: Element): boolean {
  const { top, bottom, height } = sign.getBoundingClientRect();
  const picture = sign.closest('header')?.parentElement?.getBoundingClientRect();
  return picture !== undefined && height > 0 && top >= picture.top && bottom <= picture.bottom;
}

/** Height of the line of light over the toolbar, in CSS pixels. */
function lineHeight(bar: Element): number {
  const { content, blockSize } = getComputedStyle(bar.parentElement ?? bar, '::before');
  return content === 'none' ? 0 : Number.parseFloat(blockSize);
}

test.each([
  ['a phone', 390, 844, undefined],
  ['a low window', 740, 360, undefined],
  ['a window of two lines', 740, 180, undefined],
  ['a phone with large text', 390, 844, 72],
  ['a low phone with large text', 360, 400, 72],
  ['a low window with large text', 740, 300, 72],
] as const)(
  'EN 301 549 6.2.2.4 6.5.5 in %s a voice is visible while it lasts, and a screen reader finds the indicator',
  async (_name, width, height, textSize) => {
    const { screen, hear } = await show(width, height, textSize);
    const bar = screen.getByRole('toolbar').element();
    const seen = (name: string) => {
      const sign = screen.getByRole('img', { name, exact: true }).element();
      return isInSight(sign) || lineHeight(bar) >= 5;
    };
    hear(0.6, 1000);
    expect(seen('Sound from bobby')).toBe(true);
    hear(0, 2000);
    expect(lineHeight(bar)).toBe(0);
    expect(screen.getByRole('img', { name: 'No sound from bobby', exact: true }).elements()).toHaveLength(1);
  },
);
