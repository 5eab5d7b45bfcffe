import { expect, test } from 'vitest';
import { judgeInvite, type NamedDialog } from './judge-invite.ts';

const peer = 'bobby@demo.example';
const third = 'carol@demo.example';
const named = 'id1;to-tag=here;from-tag=there';
const dialog = { callId: 'id1', localTag: 'here', remoteTag: 'there', remoteUri: `sip:${peer};user=phone` };

const known = (changes: Partial<NamedDialog> = {}): NamedDialog => ({
  id: 'call1',
  dialog,
  state: 'confirmed',
  isWaiting: false,
  isTakenUpByCaller: false,
  ...changes,
});

const inviteWith = (headers: Readonly<Record<string, string>>) => ({
  getHeaders: (name: string) => (headers[name] === undefined ? [] : [headers[name]]),
  hasHeader: (name: string) => headers[name] !== undefined,
});

test.each([
  ['the peer replaces the dialog of its call', peer, known(), { id: 'call1' }],
  ['the peer replaces the dialog of an earlier page', peer, known({ isWaiting: true }), { id: 'call1' }],
  [
    'two INVITEs that take up a call cross, and that of the caller counts',
    peer,
    known({ isWaiting: true, isTakenUpByCaller: true }),
    { status: 491 },
  ],
  ['a third user takes the place of the peer', third, known(), { replaces: 'call1' }],
  ['a third user names the dialog of an earlier page', third, known({ isWaiting: true }), { status: 481 }],
  ['a dialog that is over is refused', peer, known({ state: 'terminated' }), { status: 603 }],
] as const)('D81 D101 RFC 3891 §3 %s', (_what, from, each, judgement) => {
  expect(judgeInvite(inviteWith({ Replaces: named }), from, true, [each])).toEqual(judgement);
});

test('D80 D81 where calls are not kept, the peer may not replace the dialog, and a third user may', () => {
  const invite = inviteWith({ Replaces: named });
  expect(judgeInvite(invite, peer, false, [known()])).toEqual({ status: 481 });
  expect(judgeInvite(invite, third, false, [known()])).toEqual({ replaces: 'call1' });
});

test.each([
  ['a third user joins the call', third, known(), { joins: 'call1' }],
  ['the peer has no need to join its own call', peer, known(), { status: 481 }],
  ['the dialog of an earlier page cannot be joined', third, known({ isWaiting: true }), { status: 481 }],
  ['a call that is over cannot be joined', third, known({ state: 'terminated' }), { status: 481 }],
] as const)('D102 RFC 3911 §4 %s', (_what, from, each, judgement) => {
  expect(judgeInvite(inviteWith({ Join: named }), from, true, [each])).toEqual(judgement);
});

test.each([
  ['Replaces that cannot be read', { Replaces: 'id1' }],
  ['Join and Replaces in one INVITE', { Join: named, Replaces: named }],
  ['Join that names early dialogs only', { Join: `${named};early-only` }],
])('D81 D102 attack: %s gets 400', (_what, headers) => {
  expect(judgeInvite(inviteWith(headers), third, true, [known()])).toEqual({ status: 400 });
});

test('D81 D102 attack: a dialog that is not of this page gets 481', () => {
  for (const name of ['Replaces', 'Join'])
    expect(judgeInvite(inviteWith({ [name]: named }), third, true, [])).toEqual({ status: 481 });
});
