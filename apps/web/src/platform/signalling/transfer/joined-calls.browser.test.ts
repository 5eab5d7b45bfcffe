import { expect, test } from 'vitest';
import { connect, createRegistered, noLimit, openScene, proxy, textOnly } from '../testing/test-phones.ts';
import { handleJoin, handleTransfer } from './session-transfers.ts';

openScene();

const sent = (method: string) => proxy.messages.filter((message) => message.startsWith(`${method} `));
const ofThree = {
  transfer: handleJoin,
  threePeople: { areOn: () => true, load: async () => undefined },
};
const createOne = (user: string, more = {}) => createRegistered(user, { ...ofThree, ...more });

/** Anna talks with Bobby, and invites Carl, who has answered; Bobby has been asked. */
async function inviteCarl(bobbyMore = {}, carlMore = {}) {
  const anna = await createOne('anna');
  const bobby = await createOne('bobby', bobbyMore);
  const carl = await createOne('carl', carlMore);
  const first = await connect(anna, bobby, textOnly);
  anna.signalling.invite({
    callId: 'to-carl',
    target: 'carl@demo.example',
    wanted: textOnly,
    bandwidth: noLimit,
    withUser: 'bobby@demo.example',
  });
  const { callId: carlsId, withUser } = await carl.next('inviteReceived');
  carl.signalling.answer({ callId: carlsId, wanted: textOnly, bandwidth: noLimit });
  const { media } = await anna.next('callAccepted');
  await carl.next('callAccepted');
  const refer = { do: 'refer', target: 'carl@demo.example', joins: 'to-carl' } as const;
  anna.signalling.transfer(first.callerId, refer);
  return { anna, bobby, carl, carlsId, withUser, media };
}
const join = (joins: string) => ({
  callId: 'bobby-to-carl',
  target: 'carl@demo.example',
  wanted: textOnly,
  bandwidth: noLimit,
  joins,
});

test('D102 RFC 3911 the third user reads who will be there, the partner calls with Join, and it names the call', async () => {
  const { anna, bobby, carl, carlsId, withUser, media } = await inviteCarl();
  expect([withUser, media.takesJoin]).toEqual(['bobby@demo.example', true]);
  const { joins = '' } = await bobby.next('transferAsked');
  expect(sent('REFER')[0]).toMatch(/^Refer-To: <sip:carl@demo\.example\?Join=[^<>;]+>\r$/m);
  bobby.signalling.invite(join(joins));
  const invited = await carl.next('inviteReceived');
  expect(invited).toMatchObject({ from: { address: 'bobby@demo.example' }, joins: carlsId });
  carl.signalling.answer({ callId: invited.callId, wanted: textOnly, bandwidth: noLimit });
  await bobby.next('callAccepted');
  await carl.next('callAccepted');
  // Both calls of the third user go on.
  anna.signalling.sendText('to-carl', 1, 'a');
  bobby.signalling.sendText('bobby-to-carl', 1, 'b');
  const heard = [await carl.next('textReceived'), await carl.next('textReceived')];
  expect(heard.map(({ characters }) => characters).toSorted()).toEqual(['a', 'b']);
});

test('D102 attack: Join that names no call of this page gets 481, and nothing rings', async () => {
  const { bobby, carl } = await inviteCarl();
  const { joins = '' } = await bobby.next('transferAsked');
  bobby.signalling.invite(join(joins.replace('to-tag=', 'to-tag=x')));
  expect(await bobby.next('callRefused')).toMatchObject({ status: 481 });
  expect(carl.events.filter(({ type }) => type === 'inviteReceived')).toHaveLength(1);
});

test('D102 a client without calls of three says so, and refuses a question with Join', async () => {
  const without = { threePeople: undefined };
  const { anna, media, withUser } = await inviteCarl({ transfer: handleTransfer }, without);
  expect([media.takesJoin, withUser]).toEqual([undefined, undefined]);
  expect(await anna.next('transferAnswered')).toMatchObject({ status: 400 });
});

test('D102 RFC 4575 an end of a call of three tells the other end how its call with the third user is', async () => {
  const { anna, bobby } = await inviteCarl();
  const { callId } = await bobby.next('transferAsked');
  bobby.signalling.transfer(callId, { do: 'tell', user: 'carl@demo.example', status: 'disconnected' });
  expect(await anna.next('otherReported')).toMatchObject({
    user: { address: 'carl@demo.example' },
    status: 'disconnected',
  });
  expect(sent('NOTIFY').at(-1)).toMatch(/^Event: conference\r$/m);
});
