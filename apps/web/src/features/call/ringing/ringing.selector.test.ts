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

test.each([
  [{ audio: true, video: true, text: true }, true, [true, true]],
  [{ audio: false, video: true, text: false }, true, [false, true]],
  [{ audio: false, video: false, text: true }, true, [false, true]],
  [{ audio: true, video: true, text: true }, false, [false, false]],
] as const)(
  'D33 an offer of %j with the choice per call %s has text and message: %j',
  (offered, isPerCall, shown) => {
    const done: unknown[] = [];
    const intents = {
      answer: (media?: unknown) => void done.push(media),
      decline: (words?: string) => void done.push(words),
    };
    const props = selectIncomingCall({ phase: 'incoming', call, offered }, intents, isPerCall);
    expect([props.onAnswerWithText !== undefined, props.onRejectWith !== undefined]).toEqual(shown);
    props.onAnswerWithText?.();
    props.onRejectWith?.('later');
    const byText = { audio: false, video: false, text: true };
    expect(done).toEqual([...(shown[0] ? [byText] : []), ...(shown[1] ? ['later'] : [])]);
  },
);
