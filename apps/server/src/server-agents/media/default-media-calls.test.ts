import { expect, test } from 'vitest';
import { defaultMediaCalls } from './default-media-calls.ts';

const GIB = 1024 ** 3;

test.each([
  { cores: 1, memoryGib: 0.5, calls: 4 },
  { cores: 2, memoryGib: 2, calls: 12 },
  { cores: 2, memoryGib: 16, calls: 16 },
  { cores: 32, memoryGib: 256, calls: 64 },
])('$cores cores and $memoryGib GiB allow $calls calls with media', ({ cores, memoryGib, calls }) => {
  expect(defaultMediaCalls({ cores, memoryBytes: memoryGib * GIB })).toBe(calls);
});
