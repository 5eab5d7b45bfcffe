import { expect, test } from 'vitest';
import { keyValueListSchema, valueOf } from '../values/key-value.ts';
import { firstSipAddress } from '../values/property-keys.ts';
import { isAllowedSetting, mergeSettings, sipServersOf } from './settings.ts';

const entry = (key: string, value: string) => ({ key, value });

test('A-010 the later source wins: built-in, brand, capabilities, system settings, web settings', () => {
  expect(mergeSettings({}, [], [], [])['WEB_BANDWIDTH']).toBe('high');
  expect(mergeSettings({ WEB_BANDWIDTH: 'low' }, [], [], [])['WEB_BANDWIDTH']).toBe('low');
  const merged = mergeSettings(
    { WEB_TEXT_SIZE: '20', GEO_UPDATE_LIMIT: '1' },
    [entry('GEO_UPDATE_LIMIT', '2'), entry('WEB_FONT', 'arial')],
    [entry('GEO_UPDATE_LIMIT', '3')],
    [entry('WEB_FONT', 'verdana')],
  );
  expect(merged).toMatchObject({
    WEB_TEXT_SIZE: '20',
    GEO_UPDATE_LIMIT: '3',
    WEB_FONT: 'verdana',
    WEB_AUDIO: 'true',
  });
});

test('a value that the setting does not allow is ignored', () => {
  expect(mergeSettings({ WEB_BANDWIDTH: 'enormous' }, [], [], [entry('WEB_AUDIO', '1')])).toMatchObject({
    WEB_BANDWIDTH: 'high',
    WEB_AUDIO: 'true',
  });
});

test.each([
  ['WEB_TEXT_SIZE', '140', true],
  ['WEB_TEXT_SIZE', '13', false],
  ['AM_ENABLED', '1', true],
  ['AM_ENABLED', 'true', false],
  ['AM_MESSAGE', 'x'.repeat(1000), true],
  ['AM_MESSAGE', 'x'.repeat(1001), false],
] as const)('SET-05 SET-10 %s = %s is allowed: %j', (key, value, expected) => {
  expect(isAllowedSetting(key, value)).toBe(expected);
});

test('REG-13 BRAND-08 the server address may be a list, and the other servers may have their own key', () => {
  const settings = mergeSettings({}, [entry('SYS_WEBRTC_SERVER_URI', 'wss://a/sip, wss://b/sip,')], [], []);
  expect(sipServersOf(settings)).toEqual(['wss://a/sip', 'wss://b/sip']);
  expect(sipServersOf({})).toEqual([]);
  const chosen = {
    SYS_WEBRTC_SERVER_URI: 'wss://b/sip',
    SYS_ALL_WEBRTC_SERVER_URI: 'wss://c/sip,wss://b/sip',
  };
  expect(sipServersOf(chosen)).toEqual(['wss://b/sip', 'wss://c/sip']);
});

test('LOGIN-17 the first of several SIP addresses is used', () => {
  expect(firstSipAddress('sip:alice@demo.example|alice@other.example')).toBe('alice@demo.example');
  expect(firstSipAddress('')).toBe('');
});

test('A-004 a single object is read as a list of one', () => {
  expect(keyValueListSchema.parse(entry('A', '1'))).toEqual([entry('A', '1')]);
  expect(keyValueListSchema.parse([entry('A', '1'), entry('A', '2')])).toHaveLength(2);
  expect(valueOf([entry('A', '1'), entry('A', '2')], 'A')).toBe('2');
  expect(keyValueListSchema.safeParse('x').success).toBe(false);
});
