import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { initialClientState } from '../client/client-step.ts';
import type { CallState } from '../state/call-state.ts';
import type { ClientState } from '../state/client-state.ts';
import { createTextIntake } from '../text/text-intake.ts';
import { createTextIntakes } from './text-intakes.ts';

const talk = (callId: string): CallState => ({
  phase: 'accepted',
  call: { callId, direction: 'incoming', remoteUser: { address: `${callId}@demo.example` } },
  media: { audio: false, video: false, text: true, textTransport: 'message' },
  acceptedAt: 0,
});

const pair = (front: string, behind?: string): ClientState => ({
  ...initialClientState,
  call: talk(front),
  behind: behind === undefined ? undefined : { ...initialClientState, call: talk(behind) },
});

function createScene() {
  const clock = createFakeClock();
  const read: [string, string][] = [];
  const emit = ({ callId, characters }: { callId: string; characters: string }): void =>
    void read.push([callId, characters]);
  const first = createTextIntake(clock, emit);
  first.take({ type: 'textReceived', callId: 'a', characters: '1' });
  first.take({ type: 'textReceived', callId: 'a', characters: '2' });
  const intakes = createTextIntakes(clock, (event) => emit(event as never), first, pair('a'));
  const hear = (callId: string, characters: string): void =>
    intakes.take({ type: 'textReceived', callId, characters });
  return { clock, read, intakes, hear };
}

test('D85 the text of two calls is read call by call, in order, also what waited before there were two', () => {
  const { clock, read, hear } = createScene();
  hear('a', '3');
  hear('b', 'x');
  hear('b', 'y');
  clock.advance(1000);
  expect(read).toEqual([
    ['a', '1'],
    ['b', 'x'],
    ['a', '23'],
    ['b', 'y'],
  ]);
});

test('D85 a change of one text transport drains the text of that call alone', () => {
  const { intakes, hear } = createScene();
  for (const letter of 'xy') hear('b', letter);
  const now = pair('b', 'a');
  const changed = { type: 'textTransportChanged', callId: 'b', transport: 'message' } as const;
  expect(intakes.drain(changed, now, now)).toMatchObject({ callId: 'b', characters: 'y' });
  expect(intakes.drain(changed, now, now)).toBeUndefined();
});

test('D85 the end of a call drains its text, wherever the call was, and calls that change places keep theirs', () => {
  const { intakes, hear } = createScene();
  for (const letter of 'xy') hear('b', letter);
  const swap = { type: 'swapRequested' } as const;
  expect(intakes.drain(swap, pair('b', 'a'), pair('a', 'b'))).toBeUndefined();
  const ended = { type: 'remoteHungUp', callId: 'a' } as const;
  const after = { ...pair('b'), behind: { ...initialClientState, call: { phase: 'idle' } as const } };
  expect(intakes.drain(ended, pair('b', 'a'), after)).toMatchObject({ callId: 'a', characters: '2' });
  expect(intakes.drain(ended, pair('b', 'a'), after)).toBeUndefined();
});
