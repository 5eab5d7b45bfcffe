import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createBrowserLog } from './browser-log.ts';
import { createKeyValueStore } from './key-value-store.ts';

test('a storage that is full or forbidden forgets, and does no harm', () => {
  const forbidden = createKeyValueStore(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  forbidden.set('key', 'value');
  forbidden.remove('key');
  expect(forbidden.get('key')).toBeUndefined();
});

test('the log keeps the last 500 lines and shows those of its level', () => {
  const shown: unknown[] = [];
  const show = (...parts: unknown[]): void => void shown.push(parts);
  const log = createBrowserLog(createFakeClock(5), 'info', { debug: show, info: show, warn: show });
  for (let line = 0; line < 501; line += 1) log.debug(`line ${line}`);
  log.warn('last', { code: 1 });
  expect(log.lines()).toHaveLength(500);
  expect(log.lines()[0]?.message).toBe('line 2');
  expect(log.lines().at(-1)).toEqual({ at: 5, level: 'warn', message: 'last', detail: { code: 1 } });
  expect(shown).toEqual([['last', { code: 1 }]]);
});
