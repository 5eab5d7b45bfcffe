import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createMediaPriming } from './media-priming.ts';
import type { DeviceKinds } from './open-devices.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('MEDIA-03 a medium turned on during a prompt is asked for once afterwards', async () => {
  const asked: DeviceKinds[] = [];
  const told: boolean[] = [];
  let answer: () => void = () => undefined;
  const { prime, sought } = createMediaPriming({
    open(wanted) {
      asked.push(wanted);
      return new Promise((_resolve, reject) => {
        answer = () => reject(new DOMException('', 'NotFoundError'));
      });
    },
    permissions: undefined,
    clock: createFakeClock(),
    log: silent,
    onPermission: (isDenied) => told.push(isDenied),
  });
  prime({ audio: true, video: false });
  await settle();
  prime({ audio: false, video: true });
  prime({ audio: true, video: true });
  await settle();
  const first = { audio: true, video: false };
  expect([asked, sought()]).toEqual([[first], first]);
  answer();
  await settle();
  expect(asked.slice(1)).toEqual([{ audio: true, video: true }]);
  answer();
  await settle();
  expect([asked.length, told, sought()]).toEqual([2, [false, false], undefined]);
});
