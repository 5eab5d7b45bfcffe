import { expect, test } from 'vitest';
import { connect, createRegistered, openScene, proxy, textOnly } from '../testing/test-phones.ts';
import { refuseTransfer } from './session-transfers.ts';

openScene();

const sent = (method: string) => proxy.messages.filter((message) => message.startsWith(`${method} `));

async function talk(more: Parameters<typeof createRegistered>[1] = {}) {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby', more)];
  const { callerId, calleeId, atCaller } = await connect(anna, bobby, textOnly);
  return { anna, annasId: callerId, bobby, bobbysId: calleeId, atCaller };
}
const refer = { do: 'refer', target: 'carl@demo.example' } as const;

test('D87 a client that takes REFER says so, is asked, and reports each step', async () => {
  const { anna, annasId, bobby, bobbysId, atCaller } = await talk();
  expect(atCaller.takesTransfers).toBe(true);
  anna.signalling.transfer(annasId, refer);
  const { referId, target } = await bobby.next('transferAsked');
  expect(target).toEqual({ address: 'carl@demo.example' });
  expect(await anna.next('transferAnswered')).toMatchObject({ status: 202 });
  expect(await anna.next('transferProgress')).toMatchObject({ status: 100 });
  const [request = ''] = sent('REFER');
  expect(request).toMatch(/^Refer-To: <sip:carl@demo\.example>\r$/m);
  expect(request).toMatch(/^Contact: </m);
  for (const status of [180, 486]) {
    bobby.signalling.transfer(bobbysId, { do: 'report', referId, status });
    expect(await anna.next('transferProgress')).toMatchObject({ status });
  }
  const notified = sent('NOTIFY');
  expect(notified.map((message) => /^Subscription-State: ([a-z]+)/m.exec(message)?.[1])).toEqual([
    'active',
    'active',
    'terminated',
  ]);
  for (const message of notified) {
    expect(message).toMatch(new RegExp(`^Event: refer;id=${referId}\\r$`, 'm'));
    expect(message).toMatch(/^Content-Type: message\/sipfrag;version=2\.0\r$/m);
  }
  expect(notified.at(-1)).toContain('\r\n\r\nSIP/2.0 486 Busy Here\r\n');
  // After the end nothing more is reported, and the peer may be asked again.
  bobby.signalling.transfer(bobbysId, { do: 'report', referId, status: 200 });
  anna.signalling.transfer(annasId, refer);
  await bobby.next('transferAsked');
  expect(sent('NOTIFY').filter((message) => message.includes('SIP/2.0 200'))).toEqual([]);
});

test('D87 a second question is refused while the first one is open', async () => {
  const { anna, annasId, bobby } = await talk();
  anna.signalling.transfer(annasId, refer);
  await anna.next('transferAnswered');
  anna.signalling.transfer(annasId, { do: 'refer', target: 'david@demo.example' });
  expect(await anna.next('transferAnswered')).toMatchObject({ status: 603 });
  expect(bobby.events.filter(({ type }) => type === 'transferAsked')).toHaveLength(1);
});

test('D87 a user who may not transfer calls refuses REFER, and the call goes on', async () => {
  const { anna, annasId, bobby } = await talk({ transfer: refuseTransfer });
  anna.signalling.transfer(annasId, refer);
  expect(await anna.next('transferAnswered')).toMatchObject({ status: 405 });
  anna.signalling.sendText(annasId, 1, 'kvar');
  await bobby.next('textReceived');
});
