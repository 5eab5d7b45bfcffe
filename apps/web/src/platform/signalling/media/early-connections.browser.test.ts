import { expect, test } from 'vitest';
import {
  acquire,
  all,
  connect,
  connections,
  createRegistered,
  noLimit,
  OriginalConnection,
  openScene,
  proxy,
} from '../testing/test-phones.ts';

openScene();

const video = { audio: true, video: true };

/** Gathers candidates with a connection of its own, and resolves when that is complete. */
async function gather(): Promise<void> {
  const connection = new OriginalConnection();
  connection.createDataChannel('data');
  const complete = new Promise<void>((resolve) => {
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') resolve();
    });
  });
  await connection.setLocalDescription();
  await complete;
  connection.close();
}

test('SIP-08 a call uses the peer connection that was prepared while its devices were opened', async () => {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const { callerId } = await connect(anna, bobby, all);
  expect(connections).toHaveLength(2);
  expect(connections.map((connection) => connection.getConfiguration().iceCandidatePoolSize)).toEqual([3, 1]);
  anna.signalling.discard(callerId);
  expect(connections[0]?.connectionState).not.toBe('closed');
});

test('SIP-08 the candidates of a prepared call are known before it is made', async () => {
  const anna = await createRegistered('anna');
  await acquire(anna, 'early', all);
  // When a connection that began later has all its candidates, the prepared one has them too.
  await gather();
  const order: string[] = [];
  proxy.filter = (message) => {
    if (message.startsWith('INVITE')) order.push('INVITE');
    return true;
  };
  anna.signalling.invite({ callId: 'early', target: 'bobby@demo.example', wanted: all, bandwidth: noLimit });
  await gather();
  order.push('gathered without preparation');
  expect(order).toEqual(['INVITE', 'gathered without preparation']);
});

test('a prepared call that is not made leaves no peer connection', async () => {
  const anna = await createRegistered('anna');
  anna.signalling.prepare('early', video);
  anna.signalling.prepare('early', video);
  expect(connections).toHaveLength(1);
  anna.signalling.discard('early');
  anna.signalling.discard('early');
  expect(connections[0]?.connectionState).toBe('closed');
});

test('SIP-08 without a connection to the server nothing is prepared', async () => {
  const anna = await createRegistered('anna');
  anna.signalling.closeConnection();
  anna.signalling.prepare('early', video);
  expect(connections).toEqual([]);
});

test('STATE-24 an ICE server that the browser rejects is reported when the call is made', async () => {
  const anna = await createRegistered('anna', { iceServersFor: () => [{ urls: 'no server' }] });
  anna.signalling.prepare('early', video);
  expect(connections).toEqual([]);
  anna.signalling.invite({ callId: 'early', target: 'bobby@demo.example', wanted: all, bandwidth: noLimit });
  expect(await anna.next('setUpFailed')).toMatchObject({ callId: 'early', code: 'badTarget' });
});
