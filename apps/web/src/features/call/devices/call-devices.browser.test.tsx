import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import type { ReactNode } from 'react';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { textLookOf } from '../../../client/calling/text-look.ts';
import type { Device } from '../../../client/media/devices.ts';
import type { DeviceNotice } from '../../../client/ports/device-ports.ts';
import { ClientProvider } from '../../../testing/ClientProvider.tsx';
import { createFakeDevices, type FakeDevices } from '../../../testing/fake-devices.ts';
import { Toolbar } from '../../../ui/buttons/Toolbar.tsx';
import { InCall } from '../in-call/InCall.tsx';
import { toolbarProps } from '../testing/toolbar-props.ts';
import { TextPanel } from '../text/TextPanel.tsx';
import { CallDevicesDialog } from './CallDevicesDialog.tsx';
import { DeviceNotices } from './DeviceNotices.tsx';
import { FlipCameraButton } from './FlipCameraButton.tsx';

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
const [front, back]: readonly [Device, Device] = [
  { kind: 'camera', id: 'c1', label: 'Front' },
  { kind: 'camera', id: 'c2', label: 'Back' },
];
const headset: Device = { kind: 'microphone', id: 'm2', label: 'Headset' };
const speaker: Device = { kind: 'speaker', id: 's1', label: 'Desk' };

function show(content: ReactNode, devices: FakeDevices, container?: HTMLElement) {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  return render(
    <ClientProvider client={client} stage={stage} devices={devices}>
      {content}
    </ClientProvider>,
    container && { container },
  );
}

test('devices of media that are on can be switched; D16 media that are off are marked', async () => {
  const devices = createFakeDevices();
  devices.plug([front, headset, speaker]);
  devices.setCall({ microphone: { kind: 'microphone', id: 'default', label: 'Built in' } });
  const screen = await show(<CallDevicesDialog onClose={() => {}} />, devices);
  const microphone = screen.getByLabelText('Microphone');
  await expect.element(microphone).toHaveValue('default');
  await microphone.selectOptions('Headset');
  await screen.getByLabelText('Speaker').selectOptions('Desk');
  expect(devices.calls).toEqual(['use microphone Headset']);
  expect(devices.choice.choices.get().speaker).toEqual({ id: 's1', label: 'Desk' });
  await expect.element(screen.getByText('Camera: Off in this call')).toBeVisible();
});

test('the other camera is offered with two cameras while one is on', async () => {
  const devices = createFakeDevices();
  const screen = await show(<FlipCameraButton />, devices);
  const button = screen.getByRole('button', { name: 'Other camera' });
  devices.plug([front, back]);
  await expect.element(button).not.toBeInTheDocument();
  devices.setCall({ camera: front });
  await button.click();
  expect(devices.calls).toEqual(['next camera']);
  devices.setCall({ isSwitching: true });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  expect(devices.calls).toEqual(['next camera']);
  await expect.element(button).toHaveFocus();
  devices.setCall({ isSwitching: false });
  devices.plug([front]);
  await expect.element(button).not.toBeInTheDocument();
});

test('WCAG 2.4.3 the button for the other camera, when removed, passes the focus to its neighbour', async () => {
  const devices = createFakeDevices();
  devices.plug([front, back]);
  devices.setCall({ camera: front });
  const bar = (
    <Toolbar label="Call">
      <FlipCameraButton />
      <button type="button">Next</button>
    </Toolbar>
  );
  const screen = await show(bar, devices);
  await screen.getByRole('button', { name: 'Other camera' }).click();
  devices.plug([front]);
  await expect.element(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});

test.each([
  ['Dismiss', 'field', 'Your text'],
  ['Use it', 'field', 'Your text'],
  ['Use it', 'nothing', 'bobby'],
] as const)('WCAG 2.4.3 %s, reached from %s, passes the focus to %s', async (name, from, to) => {
  const devices = createFakeDevices();
  const use = devices.inCall.use;
  const inCall = {
    ...devices.inCall,
    use: (...given: Parameters<typeof use>) => {
      use(...given);
      devices.setCall({ notice: undefined });
    },
  };
  devices.setCall({ notice: { kind: 'offered', device: headset } });
  const call = (
    <>
      <h1>bobby</h1>
      <textarea aria-label="Your text" />
      <DeviceNotices />
    </>
  );
  const screen = await show(call, { ...devices, inCall });
  if (from === 'field') await screen.getByLabelText('Your text').click();
  await screen.getByRole('button', { name }).click();
  await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  expect(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent).toBe(to);
});

const notices: readonly (readonly [DeviceNotice, string])[] = [
  [
    { kind: 'missing', wanted: 'Headset', used: 'Built in' },
    'Headset was not found. Built in is used instead.',
  ],
  [
    { kind: 'vanished', lost: 'Headset', used: 'Built in' },
    'Headset has been disconnected. Built in is used now.',
  ],
  [
    { kind: 'vanished', lost: 'Headset', used: undefined },
    'Headset has been disconnected, and there is no other device to use. Connect it again.',
  ],
  [{ kind: 'offered', device: headset }, 'Headset is connected again.'],
  [
    { kind: 'failed', failure: 'other' },
    'The camera or microphone could not be opened. Connect it again, or choose another one.',
  ],
];

test.each(notices)(
  '%j is announced with role status, and disappears when dismissed',
  async (notice, words) => {
    const devices = createFakeDevices();
    devices.setCall({ notice });
    const screen = await show(<DeviceNotices />, devices);
    await expect.element(screen.getByRole('status').getByText(words)).toBeVisible();
    await screen.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  },
);

test('a reconnected device is used only when the user chooses it', async () => {
  const devices = createFakeDevices();
  devices.setCall({ notice: { kind: 'offered', device: headset } });
  const screen = await show(<DeviceNotices />, devices);
  expect(devices.calls).toEqual([]);
  await screen.getByRole('button', { name: 'Use it' }).click();
  expect(devices.calls).toEqual(['use microphone Headset']);
});

const inCall = (isVideoVisible: boolean) => (
  <InCall
    callId="c1"
    name="bobby"
    address="bobby@demo.example"
    acceptedAt={0}
    textTransport="dataChannel"
    kind={isVideoVisible ? 'video' : 'voice'}
    isVideoVisible={isVideoVisible}
    isTextVisible
    isTextWide={false}
    isSelfViewVisible={false}
    isCameraOn
    isSoundOn
    isKnocking={false}
    isFullscreen={false}
    dialer={{ sent: '', onTone: () => {} }}
    settingsLater={undefined}
    attachRemote={() => {}}
    attachLocal={() => {}}
    toolbar={toolbarProps({ isCompact: window.innerWidth < 992 })}
  >
    <TextPanel
      name="bobby"
      look={textLookOf({ WEB_CHAT_LAYOUT: 'one box' })}
      conversation={[{ author: 'other', text: 'Hello' }]}
      incoming="Hello"
      own=""
      doubts={[]}
      late=""
      onEdit={() => {}}
      onKnock={() => {}}
    />
  </InCall>
);

test.each([
  [360, 640, true],
  [740, 360, true],
  [1440, 900, true],
  [360, 640, false],
  [1440, 900, false],
] as const)(
  'NAV-19 at %i × %i, with video: %s, a notice about a device covers no text and no tool, and moves no line',
  async (width, height, hasVideo) => {
    await page.viewport(width, height);
    const container = Object.assign(document.createElement('div'), { id: 'root' });
    document.body.append(container);
    onTestFinished(() => container.remove());
    const devices = createFakeDevices();
    const screen = await show(inCall(hasVideo), devices, container);
    const rectOf = (locator: { element(): Element }) => locator.element().getBoundingClientRect();
    const [line, field] = [screen.getByText('Hello'), screen.getByRole('textbox', { name: 'Your text' })];
    const knock = screen.getByRole('button', { name: 'Knock' });
    const before = [line, field].map((part) => rectOf(part).bottom);
    devices.setCall({ notice: { kind: 'offered', device: headset } });
    const notice = screen.getByText('Headset is connected again.');
    await expect.element(notice).toBeVisible();
    // The padding of the text follows its height.
    for (const [index, part] of [line, field].entries())
      expect(Math.abs(rectOf(part).bottom - (before[index] ?? 0))).toBeLessThan(3);
    const { left, right, top, bottom } = (
      notice.element().closest('[tabindex]') ?? expect.fail('no notice')
    ).getBoundingClientRect();
    for (const part of [line, field, knock].map(rectOf)) {
      const isBeside = right <= part.left || part.right <= left || bottom <= part.top || part.bottom <= top;
      expect(isBeside).toBe(true);
    }
    // Every part of the notice is in sight.
    for (const part of [notice, screen.getByRole('button', { name: 'Use it' })].map(rectOf)) {
      const onTop = document.elementFromPoint(part.left + part.width / 2, part.top + part.height / 2);
      expect(notice.element().closest('[tabindex]')?.contains(onTop)).toBe(true);
    }
  },
);
