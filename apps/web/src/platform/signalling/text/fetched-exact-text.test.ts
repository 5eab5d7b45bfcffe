import { exactTextMachine } from '@samtal/realtime-text/exact';
import { expect, test } from 'vitest';
import { createExactTextTransport } from './exact-text-transport.ts';
import { createFetchedExactText } from './fetched-exact-text.ts';

const code = { machine: exactTextMachine, createExactTextTransport };

test('D82 the code is loaded once, and calls that begin before are not counted', async () => {
  let loads = 0;
  const exactText = createFetchedExactText(async () => {
    loads++;
    return code;
  });
  expect(exactText.get()).toBeUndefined();
  await exactText.fetch();
  expect(exactText.get()).toBe(code);
  expect(loads).toBe(1);
});

test('D82 code that cannot be loaded is asked for again by the next call', async () => {
  let isOffline = true;
  const exactText = createFetchedExactText(async () => {
    if (isOffline) throw new Error('offline');
    return code;
  });
  await exactText.fetch();
  isOffline = false;
  expect(exactText.get()).toBeUndefined();
  await exactText.fetch();
  expect(exactText.get()).toBe(code);
});
