import { expect, test } from 'vitest';
import { selectCalling, selectIncomingCall } from './ringing.selector.ts';

const call = { callId: 'c1', direction: 'incoming', remoteUser: { address: 'alice@demo.example' } } as const;
const nothing = () => {};

test.each([
  [{ audio: true, video: true, text: true }, 'video'],
  [{ audio: false, video: true, text: false }, 'video'],
  [{ audio: true, video: false, text: true }, 'voice'],
  [{ audio: false, video: false, text: true }, 'text'],
] as const)('CALLSCR-01 an offer of %j is a %s call', (offered, kind) => {
  const props = selectIncomingCall(
    { phase: 'incoming', call, offered },
    { answer: nothing, decline: nothing },
  );
  expect(props).toMatchObject({ kind, name: 'alice', address: 'alice@demo.example' });
});

test.each([
  ['acquiringMedia', false],
  ['inviting', false],
  ['ringing', true],
] as const)('CALLSCR-05 while %s, "it rings there" is %s', (progress, isRinging) => {
  const wanted = { audio: true, video: true, text: true };
  expect(selectCalling({ phase: 'calling', call, wanted, progress }, { cancel: nothing })).toMatchObject({
    name: 'alice',
    isRinging,
  });
});
