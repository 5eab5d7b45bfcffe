import { featuresFor, mergeSettings, parseBrand, type Settings } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { loginAnswer } from '../../testing/fake-user-api.ts';
import { clientSettingsOf } from './client-settings.ts';

function brandWith(features: Readonly<Record<string, boolean>>) {
  const result = parseBrand({ features });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  return result.brand;
}

/** The settings for the calling core when the server has answered with `settings`. */
function clientSettingsWith(settings: Settings, { geo = true } = {}) {
  const brand = brandWith({ geo });
  return clientSettingsOf(
    {
      phase: 'signedIn',
      user: { ...loginAnswer, username: 'carol', password: '' },
      settings: { ...mergeSettings({}, [], [], []), ...settings },
      features: featuresFor(brand, 1, []),
    },
    brand,
  );
}

const sending = { GEO_SEND_ON_EMERGENCY_CALL: 'true', GEO_EMERGENCY_NUMBERS: '112' };

test.each([
  ['112', ['112']],
  ['112,911', ['112', '911']],
  [' 112 , , 911,', ['112', '911']],
  ['', []],
])('SET-11 A-068 the emergency numbers %j are a list', (numbers, list) => {
  expect(clientSettingsWith({ GEO_EMERGENCY_NUMBERS: numbers }).emergencyNumbers).toEqual(list);
});

test.each([
  ['nothing said', {}, undefined],
  ['sending is off', { GEO_SEND_ON_EMERGENCY_CALL: 'false', GEO_TRACK_USER_LOCATION: 'true' }, undefined],
  ['sending is on', sending, { isTracked: false, updateLimitMetres: 0 }],
  ['tracking too', { ...sending, GEO_TRACK_USER_LOCATION: 'true' }, { isTracked: true }],
  ['a limit', { ...sending, GEO_UPDATE_LIMIT: '10' }, { updateLimitMetres: 10 }],
  ['a limit that is no number', { ...sending, GEO_UPDATE_LIMIT: 'far' }, { updateLimitMetres: 0 }],
] as const)('SET-12 GEO-07 %s', (_what, settings, expected) => {
  const { geolocation } = clientSettingsWith(settings);
  if (expected === undefined) expect(geolocation).toBeUndefined();
  else expect(geolocation).toMatchObject(expected);
});

test('D45 GEO-07 with features.geo off the calling core gets no geolocation settings', () => {
  const tracking = { ...sending, GEO_TRACK_USER_LOCATION: 'true' };
  expect(clientSettingsWith(tracking, { geo: false }).geolocation).toBeUndefined();
});
