import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { type LogLevel, logLevels } from '../../client/store/log-store.ts';
import { createBrowserLog } from '../page/browser-log.ts';
import { createKeyValueStore } from './key-value-store.ts';

test('full or forbidden storage stores nothing, without an error', () => {
  const forbidden = createKeyValueStore(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  forbidden.set('key', 'value');
  forbidden.remove('key');
  expect(forbidden.get('key')).toBeUndefined();
});

test('CONST-02 LOG-02 A-038 the log keeps the last 500 entries and prints the current level', () => {
  const shown: unknown[] = [];
  const show = (...parts: unknown[]): void => void shown.push(parts);
  let level: LogLevel = logLevels.console;
  const log = createBrowserLog(createFakeClock(5), () => level, { debug: show, info: show, warn: show });
  for (let line = 0; line < 501; line += 1) log.debug(`line ${line}`);
  log.info('quiet');
  log.warn('last', { code: 1, password: 'pw' });
  level = logLevels.debug;
  log.debug('loud');
  const entries = log.entries.get();
  expect(entries).toHaveLength(500);
  expect(entries[0]?.message).toBe('line 4');
  expect(entries.slice(-3).map((entry) => entry.level)).toEqual([2, 3, 1]);
  expect(entries.at(-2)).toEqual({
    at: 5,
    level: 3,
    message: 'last',
    detail: { code: 1, password: '[removed]' },
  });
  expect(shown).toEqual([['last', { code: 1, password: '[removed]' }], ['loud']]);
});
