import { networkFlagsOf } from '@samtal/call-core';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { connectionFields } from './connection-fields.ts';
import { reportOf } from './report.ts';

test('LOG-01 the report for support has the needed facts, and no text of the call', () => {
  const report = reportOf({
    version: '8.2.3-1',
    userAgent: 'Browser/1',
    at: Date.UTC(2031, 0, 2, 3, 4, 5),
    entries: [
      { at: 0, level: 2, message: 'call', detail: { status: 'CALLING' } },
      { at: 1000, level: 3, message: 'line lost' },
    ],
    call: { callStatus: 'ACCEPTED', text_in: 'my secret', text_out: '', text_unread: true, callB: undefined },
    connection: { registration: 'idle' },
  });
  expect(report).toBe(`version: 8.2.3-1
browser: Browser/1
time: 2031-01-02T03:04:05.000Z

registration: "idle"

callStatus: "ACCEPTED"
text_in: "9 characters"
text_out: "0 characters"
text_unread: true
callB: –

1970-01-01T00:00:00.000Z 2 call {"status":"CALLING"}
1970-01-01T00:00:01.000Z 3 line lost
`);
});

test('STATE-33 STATE-34 STATE-35 registration, its transport and the network flags are separate fields', () => {
  const clock = createFakeClock();
  const client = createTestClient(createFakeNetwork(clock), clock);
  const fields = () => connectionFields(client.getState(), networkFlagsOf(client.getState()));
  expect(fields()).toMatchObject({ registration: 'unregistered', registerState: 'terminated' });
  client.intents.start(settingsOf('anna'));
  clock.advance(1000);
  expect(fields()).toEqual({
    connection: 'online',
    connectionPhase: 'online',
    server: 'ws://one.example/sip',
    registration: 'idle',
    registerState: 'registered',
    serverError: false,
    freeswitchError: false,
    sipError: undefined,
  });
  client.emit({ type: 'serverFailed' });
  client.emit({ type: 'browserOffline' });
  expect(fields()).toMatchObject({ connection: 'offline', serverError: true, freeswitchError: true });
});
