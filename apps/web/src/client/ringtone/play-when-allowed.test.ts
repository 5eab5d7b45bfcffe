import { expect, test } from 'vitest';
import { playWhenAllowed } from './play-when-allowed.ts';

/** A page whose browser allows sound from the first user action on. */
function createScene(refusal = new DOMException('', 'NotAllowedError')) {
  const page = new EventTarget();
  const told: boolean[] = [];
  let isTouched = false;
  let [plays, pauses] = [0, 0];
  const audio = {
    play: async () => {
      plays += 1;
      if (!isTouched) throw refusal;
    },
    pause: () => void (pauses += 1),
  };
  const stop = playWhenAllowed(audio, page, (isBlocked) => told.push(isBlocked));
  const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
  return {
    told,
    stop,
    plays: () => plays,
    pauses: () => pauses,
    settled,
    press: async (gesture: string, allows = true) => {
      isTouched ||= allows;
      page.dispatchEvent(new Event(gesture));
      await settled();
    },
  };
}

test.each(['pointerup', 'keydown', 'click'])(
  'CALLSCR-02 blocked sound is reported and starts with a %s',
  async (gesture) => {
    const { told, settled, press, plays } = createScene();
    await settled();
    expect(told).toEqual([true]);
    await press('pointerdown', false);
    expect(told).toEqual([true]);
    await press(gesture);
    expect(told).toEqual([true, false]);
    const playsSoFar = plays();
    await press('click');
    expect(plays()).toBe(playsSoFar);
  },
);

test('sound that was stopped does not start with a later user action', async () => {
  const { told, settled, press, plays, stop, pauses } = createScene();
  await settled();
  stop();
  await press('click');
  expect([plays(), pauses(), told]).toEqual([1, 1, [true]]);
});

test('another failure does not count as blocked sound', async () => {
  const { told, settled } = createScene(new DOMException('', 'AbortError'));
  await settled();
  expect(told).toEqual([]);
});
