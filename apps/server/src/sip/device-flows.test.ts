import { expect, test } from 'vitest';
import type { CallDevice } from '../domain/saved-dialog.ts';
import { createDeviceFlows } from './device-flows.ts';
import type { Flow, FlowConnection } from './flow.ts';
import { createFlow } from './flow.ts';

const connection: FlowConnection = {
  serverAddress: { host: 'demo.example', port: 443, transport: 'wss' },
  remoteAddress: '192.0.2.1',
  send: () => undefined,
  close: () => undefined,
  terminate: () => undefined,
  proved: () => undefined,
  setReading: () => undefined,
};
const flow = (id: string): Flow => createFlow(id, connection, () => 0);
const device = (instance: string, sessionId = 'session'): CallDevice => ({
  username: 'asa',
  sessionId,
  instance,
  isAnonymous: false,
});

test('D80 a device that registers over another connection is found on the connection that it left', () => {
  const flows = createDeviceFlows();
  const [one, two, three] = [flow('1'), flow('2'), flow('3')];
  expect(flows.note(one, device('a'))).toBeUndefined();
  expect(flows.note(one, device('a'))).toBeUndefined();
  expect(flows.note(three, device('a', 'another session'))).toBeUndefined();
  expect(flows.note(two, device('a'))).toBe(one);
  flows.forget(one);
  expect(flows.note(three, device('a'))).toBe(two);
  flows.forget(three);
  expect(flows.note(one, device('a'))).toBeUndefined();
});

test('D80 a connection on which another device registers is not that of the device before', () => {
  const flows = createDeviceFlows();
  const [one, two] = [flow('1'), flow('2')];
  flows.note(one, device('a'));
  flows.note(one, device('b'));
  expect(flows.note(two, device('a'))).toBeUndefined();
  expect(flows.note(two, device('b'))).toBe(one);
});
