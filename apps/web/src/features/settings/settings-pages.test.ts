import { featuresFor, parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { settingsPageAt, settingsPagesFor } from './settings-pages.ts';

function featuresOf(...names: readonly string[]) {
  const result = parseBrand({ features: Object.fromEntries(names.map((name) => [name, true])) });
  if (!result.ok) throw new Error('the brand must be valid');
  return featuresFor(result.brand, 1, []);
}

const all = ['changeText', 'changeMedia', 'audio', 'video', 'changeRingtone', 'changeMessage'];

test.each([
  [all, '/settings/duringcalls/colors'],
  [['changeText'], '/settings/duringcalls/colors'],
  [['changeMedia', 'video'], '/settings/duringcalls/media'],
  [['changeMedia', 'audio', 'changeRingtone'], '/settings/duringcalls/media'],
  [['changeMedia'], '/settings/about'],
  [['changeRingtone', 'changeMessage', 'audio'], '/settings/about'],
  [[], '/settings/about'],
])('ROUTE-04 A-085 with %j /settings opens %s', (names, redirect) => {
  expect(settingsPageAt('/settings', featuresOf(...names))).toEqual({ redirect });
});

test.each([
  '/settings/duringcalls/colors',
  '/settings/duringcalls/textformat',
  '/settings/duringcalls/media',
  '/settings/ringtone',
  '/settings/mediamail',
  '/settings/about',
])('ROUTE-05 ROUTE-06 %s is a page when all features are on', (path) => {
  expect(settingsPageAt(path, featuresOf(...all))).toMatchObject({ path });
});

test.each([
  '/settings/duringcalls',
  '/settings/duringcalls/sounds',
  '/settings/nonsense',
  '/settings/about/x',
])('ROUTE-05 %s redirects to the same page as /settings', (path) => {
  const features = featuresOf(...all);
  expect(settingsPageAt(path, features)).toEqual(settingsPageAt('/settings', features));
});

test.each([
  ['/settings/duringcalls/colors', ['changeMedia', 'audio'], '/settings/duringcalls/media'],
  ['/settings/duringcalls/media', ['changeText', 'changeMedia'], '/settings/duringcalls/colors'],
  ['/settings/ringtone', ['changeMessage'], '/settings/about'],
  ['/settings/mediamail', ['changeText'], '/settings/duringcalls/colors'],
])('ROUTE-07 SET-18 %s with only %j redirects to %s', (path, names, redirect) => {
  expect(settingsPageAt(path, featuresOf(...names))).toEqual({ redirect });
});

test('SET-26 D33 each page exists with its flag and not without', () => {
  const names = (...flags: readonly string[]) =>
    settingsPagesFor(featuresOf(...flags)).map(({ name }) => name);
  expect(names()).toEqual(['about']);
  expect(names('changeText')).toEqual(['colors', 'textformat', 'about']);
  expect(names('changeRingtone')).toEqual(['ringtone', 'about']);
  expect(names('changeMedia', 'audio')).toEqual(['media', 'about']);
  expect(names('changeMessage')).toEqual(['mediamail', 'about']);
  expect(names('mediaPerCall')).toEqual(['rejectmessages', 'about']);
});

test.each([
  [['devices', 'audio'], '/settings/devices'],
  [['devices', 'video'], '/settings/devices'],
  [['devices', 'text'], undefined],
  [['audio', 'video'], undefined],
])(
  'D39 ROUTE-05 SET-26 with %j on /settings/devices is %s, otherwise it redirects as /settings does',
  (names, path) => {
    const features = featuresOf(...names);
    const settings = settingsPageAt('/settings', features);
    expect(settingsPageAt('/settings/devices', features)).toMatchObject(
      path === undefined ? settings : { path },
    );
  },
);
