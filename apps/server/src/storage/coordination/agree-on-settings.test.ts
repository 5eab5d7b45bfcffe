import { expect, test } from 'vitest';
import type { LogEvent } from '../../domain/event-log.ts';
import type { Installation } from '../../domain/installation.ts';
import { onEachOpenStorage, storage } from '../testing/open-storage.ts';
import { agreeOnSettings } from './agree-on-settings.ts';

const SETTINGS: Installation = {
  SAMTAL_MODE: 'production',
  SIP_DOMAIN: 'calls.example',
  PUBLIC_URL: 'https://calls.example',
  SIP_WS_URI: 'wss://calls.example/sip',
  MESSAGE_DAYS: '0',
  CALL_RECORD_DAYS: '3650',
};

/** Compares the settings of a process that starts beside others. */
async function startBeside(own: Installation, isFirst = false): Promise<LogEvent[]> {
  const logged: LogEvent[] = [];
  const log = { warn: (event: LogEvent) => void logged.push(event) };
  await agreeOnSettings(storage.repositories, { ...SETTINGS, ...own }, { isFirst, log });
  return logged;
}

onEachOpenStorage(() => {
  test.each([
    ['SAMTAL_MODE', 'demo'],
    ['SIP_DOMAIN', 'other.example'],
    ['PUBLIC_URL', 'https://other.example'],
  ] as const)(
    'D105 a process with another %s does not start beside others, and may start when they have ended',
    async (key, value) => {
      await startBeside({}, true);
      await storage.repositories.installation.write({
        ...(await storage.repositories.installation.read()),
        SIP_DOMAIN: 'calls.example',
      });
      await expect(startBeside({ [key]: value })).rejects.toThrow(
        `The other server processes run with ${key}=${SETTINGS[key]}, this one with ${key}=${value}. `,
      );
      expect((await storage.repositories.installation.read())[key]).toBe(SETTINGS[key]);
      expect(await startBeside({ [key]: value }, true)).toEqual([]);
    },
  );

  test('D105 settings that remove data, or lead browsers elsewhere, are named when a process has others', async () => {
    await startBeside({}, true);
    expect(await startBeside({})).toEqual([]);
    const other = { CALL_RECORD_DAYS: '90', SIP_WS_URI: 'wss://other.example/sip' };
    expect(await startBeside(other)).toEqual([
      { event: 'settings_differ', variables: 'SIP_WS_URI, CALL_RECORD_DAYS' },
    ]);
    // The settings are changed at one process after the other.
    expect(await startBeside(other)).toEqual([]);
  });
});
