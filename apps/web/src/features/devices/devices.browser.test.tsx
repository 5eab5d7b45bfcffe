import { parseBrand } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient } from '@samtal/test-kit';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { type AppServices, AppServicesContext } from '../../client/hooks/app-services.ts';
import type { Device } from '../../client/media/devices.ts';
import { ClientProvider } from '../../testing/ClientProvider.tsx';
import { createFakeDevices, type FakeDevices } from '../../testing/fake-devices.ts';
import { hiddenInCall } from '../../testing/hidden-in-call.tsx';
import DeviceSettings from './DeviceSettings.tsx';
import TestPage from './TestPage.tsx';

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
const plugged: readonly Device[] = [
  { kind: 'camera', id: 'c1', label: 'Camera 1' },
  { kind: 'microphone', id: 'm1', label: 'Microphone 1' },
  { kind: 'microphone', id: 'm2', label: 'Headset' },
  { kind: 'speaker', id: 's1', label: 'Speaker 1' },
];

function servicesOfTest(): AppServices {
  const brand = parseBrand({ name: 'Acme calls' });
  if (!brand.ok) throw new Error('the brand must be valid');
  return { brand: brand.brand, hasWebRtc: true, version: '1.2.3' } as AppServices;
}

function show(screen: ReactNode, devices: FakeDevices | undefined) {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  const testNetwork = () =>
    Promise.resolve({
      server: { ok: true, ms: 12 },
      stun: { ok: true, ms: 30, address: '203.0.…' },
      relay: { ok: false },
    } as const);
  return render(
    <AppServicesContext value={servicesOfTest()}>
      <ClientProvider client={client} stage={stage} devices={devices} testNetwork={testNetwork}>
        {screen}
      </ClientProvider>
    </AppServicesContext>,
  );
}

describe('settings', () => {
  test('each role has its own choice, saved immediately, and the system default is one of the options', async () => {
    const devices = createFakeDevices();
    devices.plug(plugged);
    const screen = await show(<DeviceSettings hasTestPage />, devices);
    for (const name of ['Camera', 'Microphone', 'Speaker', 'Speaker for ringing'])
      await expect.element(screen.getByLabelText(name, { exact: true })).toHaveValue('');
    await screen.getByLabelText('Speaker for ringing').selectOptions('Speaker 1');
    await screen.getByLabelText('Microphone', { exact: true }).selectOptions('Headset');
    expect(devices.choice.choices.get()).toEqual({
      ringer: { id: 's1', label: 'Speaker 1' },
      microphone: { id: 'm2', label: 'Headset' },
    });
    await screen.getByLabelText('Microphone', { exact: true }).selectOptions('Default of this device');
    expect(Object.keys(devices.choice.choices.get())).toEqual(['ringer']);
  });

  test('a chosen device that is not connected stays chosen, and says so', async () => {
    const devices = createFakeDevices();
    devices.choice.choose('microphone', { id: 'gone', label: 'My headset' });
    devices.plug(plugged);
    const screen = await show(<DeviceSettings hasTestPage />, devices);
    await expect.element(screen.getByText('My headset (not connected)')).toBeInTheDocument();
    await expect.element(screen.getByLabelText('Microphone', { exact: true })).toHaveValue('gone');
  });

  test('camera and microphone are open only during a test, and another choice restarts it', async () => {
    const devices = createFakeDevices();
    devices.plug(plugged);
    const screen = await show(<DeviceSettings hasTestPage />, devices);
    expect(devices.calls).toEqual([]);
    await screen.getByRole('button', { name: 'Test camera and microphone' }).click();
    await expect.element(screen.getByLabelText('Video from your camera')).toBeVisible();
    devices.speak(0.5);
    await expect.element(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '50');
    await screen.getByLabelText('Microphone', { exact: true }).selectOptions('Headset');
    await expect
      .poll(() => devices.calls)
      .toEqual(['open camera', 'open microphone', 'close microphone', 'open microphone']);
    await screen.getByRole('button', { name: 'Stop test' }).click();
    expect(devices.calls.slice(4).toSorted()).toEqual(['close camera', 'close microphone']);
  });

  test('a call closes the devices and stops the test sound, and neither starts again after it', async () => {
    const devices = createFakeDevices();
    devices.plug(plugged);
    const { page, callComes, callEnds } = hiddenInCall(<DeviceSettings hasTestPage />);
    const screen = await show(page, devices);
    await screen.getByRole('button', { name: 'Test camera and microphone' }).click();
    await screen.getByRole('button', { name: 'Play a test sound on the speaker', exact: true }).click();
    await expect.poll(() => document.querySelector('audio')?.paused).toBe(false);
    callComes();
    await expect.poll(() => devices.calls.filter((call) => call.startsWith('close'))).toHaveLength(2);
    const before = [...devices.calls];
    callEnds();
    await expect.element(screen.getByRole('button', { name: 'Test camera and microphone' })).toBeVisible();
    expect(document.querySelector('audio')).toBeNull();
    expect(devices.calls).toEqual(before);
  });

  test('without permission the page says what to do', async () => {
    const devices = createFakeDevices({ camera: { ok: false, failure: 'denied' } });
    const screen = await show(<DeviceSettings hasTestPage />, devices);
    await expect.element(screen.getByText(/only after you have allowed them/)).toBeVisible();
    await screen.getByRole('button', { name: 'Allow camera and microphone' }).click();
    await expect
      .element(screen.getByRole('alert').getByText(/Select the icon next to the address bar/))
      .toBeVisible();
  });

  test('a test sound plays on the chosen speaker', async () => {
    const devices = createFakeDevices();
    const screen = await show(<DeviceSettings hasTestPage />, devices);
    for (const name of ['Play a test sound on the speaker', 'Play a test sound on the speaker for ringing'])
      await screen.getByRole('button', { name }).click();
    expect(devices.calls).toEqual(['follow speaker', 'follow ringer']);
  });

  test('a browser without speaker choice says so', async () => {
    const screen = await show(<DeviceSettings hasTestPage />, createFakeDevices({ canChooseSpeaker: false }));
    await expect.element(screen.getByText(/uses the system's default speaker/)).toBeVisible();
    await expect.element(screen.getByLabelText('Speaker for ringing')).not.toBeInTheDocument();
  });

  test('an insecure page says why there are no devices', async () => {
    const screen = await show(<DeviceSettings hasTestPage />, undefined);
    await expect.element(screen.getByRole('alert').getByText(/secure page/)).toBeVisible();
  });
});

describe('test page', () => {
  const start = async (devices: FakeDevices) => {
    const screen = await show(<TestPage hasDevicesPage hasSelfCheck={false} />, devices);
    expect(devices.calls).toEqual([]);
    await screen.getByRole('button', { name: 'Start the test' }).click();
    return screen;
  };

  test('every check ends with a result, a finding and advice', async () => {
    const devices = createFakeDevices();
    const screen = await start(devices);
    await expect
      .element(screen.getByText('Camera 1: 640 × 480, 30 frames per second.', { exact: true }))
      .toBeVisible();
    await expect.element(screen.getByText('5 of 6 checks done')).toBeVisible();
    devices.speak(0.8);
    await expect.element(screen.getByText('Microphone 1 picks up sound.', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Something needs attention. See below what to do.')).toBeVisible();
    await expect.element(screen.getByText(/The relay does not answer/).first()).toBeVisible();
    const report = screen.getByLabelText('Report for support');
    await expect.element(report).toHaveValue(expect.stringMatching(/^Acme calls 1\.2\.3, /));
    await expect.element(report).toHaveValue(expect.stringContaining('Server: Works. Answered in 12 ms.'));
    await expect.element(report).toHaveValue(expect.stringContaining('Speaker: Not tested'));
  });

  test('a sound that was played to its end gives a result', async () => {
    const screen = await start(createFakeDevices());
    await screen.getByRole('button', { name: 'Play a test sound on the speaker' }).click();
    await expect.element(screen.getByText(/The sound was played/).first(), { timeout: 8000 }).toBeVisible();
  });

  test('a call ends the test, which does not start again by itself', async () => {
    const devices = createFakeDevices();
    const { page, callComes, callEnds } = hiddenInCall(<TestPage hasDevicesPage hasSelfCheck={false} />);
    const screen = await show(page, devices);
    await screen.getByRole('button', { name: 'Start the test' }).click();
    await expect.poll(() => devices.calls).toHaveLength(2);
    callComes();
    await expect.poll(() => devices.calls).toHaveLength(4);
    callEnds();
    await expect.element(screen.getByRole('button', { name: 'Start the test' })).toBeVisible();
    expect(devices.calls).toHaveLength(4);
  });

  test('the test can run again, and leaving or stopping closes every device', async () => {
    const devices = createFakeDevices();
    const screen = await start(devices);
    await screen.getByRole('button', { name: 'Test again' }).click();
    await expect.poll(() => devices.calls.filter((call) => call.startsWith('open'))).toHaveLength(4);
    await screen.getByRole('button', { name: 'Turn the camera and microphone off' }).click();
    await expect.element(screen.getByRole('list')).not.toBeInTheDocument();
    expect(devices.calls.filter((call) => call.startsWith('close'))).toHaveLength(4);
    await screen.getByRole('button', { name: 'Test again' }).click();
    await screen.unmount();
    expect(devices.calls.filter((call) => call.startsWith('close'))).toHaveLength(6);
  });
});

test('D39 no link leads to a page that does not exist', async () => {
  const test = await show(<TestPage hasDevicesPage={false} hasSelfCheck={false} />, createFakeDevices());
  await expect.element(test.getByRole('button', { name: 'Start the test' })).toBeVisible();
  expect(test.getByRole('link').elements()).toEqual([]);
  await test.unmount();
  const settings = await show(<DeviceSettings hasTestPage={false} />, createFakeDevices());
  await expect.element(settings.getByLabelText('Camera', { exact: true })).toBeVisible();
  expect(settings.getByRole('link').elements()).toEqual([]);
});
