import { settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { takeTicket } from './take-ticket.ts';

const settings = settingsOf('alice', { continuity: { limitMs: 30_000, outlivesReload: true } });
const flags = { audio: true, video: true, text: true };
const ticket = {
  format: 1,
  account: 'alice@demo.example',
  call: { callId: 'one', direction: 'outgoing', remoteUser: { address: 'bobby@demo.example' }, ivr: '12' },
  media: { ...flags, textTransport: 'dataChannel' },
  devices: { audio: true, video: false },
  acceptedAt: 1000,
  leftAt: 5000,
  panels: {
    isMicrophoneOn: true,
    isCameraOn: true,
    isSoundOn: true,
    isVideoVisible: true,
    isTextVisible: true,
    isSelfViewVisible: true,
    isDialerVisible: false,
    isFullscreen: true,
  },
  text: {},
  dialog: '{}',
};

test('D81 a ticket is taken once, without the digits that the call began with', () => {
  const take = takeTicket(JSON.stringify(ticket));
  const { ivr: _ivr, ...call } = ticket.call;
  expect(take(settings, 6000)).toMatchObject({ call, devices: ticket.devices, acceptedAt: 1000 });
  expect(take(settings, 6000)).toBeUndefined();
});

test('D81 what is no JSON is no ticket', () => {
  expect(takeTicket('{')(settings, 6000)).toBeUndefined();
});
