import { expect, test } from 'vitest';
import { parseBrand } from './brand.ts';
import { featuresFor, isFeatureOn } from './features.ts';

function brandOf(json: unknown) {
  const result = parseBrand(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.brand;
}

test('BRAND-05 an empty brand.json leaves every feature off', () => {
  const features = featuresFor(brandOf({}), 1, []);
  expect(Object.values(features)).not.toContain(true);
  expect(Object.keys(features)).toContain('audio');
});

test('A-001 a brand that names no terms of use has no link to them', () => {
  expect(brandOf({}).links).toEqual({ extraInfo: null, dataHandling: null, termsOfUse: null });
});

test('BRAND-07 the defaults are organisation 1, kiosk logout, licence shown and registration mail sent', () => {
  const brand = brandOf({ kiosk: { enabled: true } });
  expect(brand.registration).toMatchObject({
    defaultOrganisation: 1,
    license: true,
    sendRegistrationMail: true,
  });
  expect(brand.kiosk.logoutAfterCall).toBe(true);
});

test.each([
  '/data.html',
  'terms.html?of=2#end',
  '/path/with:colon',
  'https://relay.example/how',
  'HTTP://relay.example',
  'mailto:help@relay.example',
  'tel:+4680000000',
  'sip:help@relay.example',
])('D23 a link may lead to %s', (url) => {
  expect(brandOf({ links: { extraInfo: { url, text: 'More' } } }).links.extraInfo?.url).toBe(url);
});

test('D20 an entry of iceServers has one URL of a STUN or TURN server, or several', () => {
  const iceServers = [
    { urls: 'stun:stun.example' },
    { urls: ['turn:turn.example:3478?transport=tcp', 'turns:turn.example'], username: 'a', credential: 'b' },
  ];
  expect(brandOf({ sip: { iceServers } }).sip.iceServers).toEqual(iceServers);
});

test('A-001 unknown keys are ignored, and missing keys get their default', () => {
  expect(brandOf({ name: 'Relay', novelty: 1, sip: { iceTimeout: 500 } })).toMatchObject({
    name: 'Relay',
    favicon: 'favicon.ico',
    sip: { iceTimeout: 500, reconnectionAttempts: 10, stunPort: 40000 },
  });
});

test.each([
  [{ features: { audio: 'yes' } }, 'features.audio'],
  [{ sip: { stunPort: 99999 } }, 'sip.stunPort'],
  [{ homeScreen: 'kitchen' }, 'homeScreen'],
  [{ text: { wires: [] } }, 'text.wires'],
  [{ links: { extraInfo: { url: 'javascript:alert(1)', text: '' } } }, 'links.extraInfo.url'],
  [{ links: { dataHandling: { url: 'java\nscript:alert(1)', text: '' } } }, 'links.dataHandling.url'],
  [{ links: { dataHandling: { url: ' javascript:alert(1)', text: '' } } }, 'links.dataHandling.url'],
  [{ links: { termsOfUse: { url: 'javascript:alert(1)', text: '' } } }, 'links.termsOfUse.url'],
  [{ registration: { licenseUrl: 'data:text/html,x' } }, 'registration.licenseUrl'],
  [{ appDownload: { appStore: 'vbscript:x' } }, 'appDownload.appStore'],
  [{ sip: { iceServers: [{ urls: 'turn.example.org' }] } }, 'sip.iceServers.0.urls'],
  ['not an object', 'brand.json'],
  [null, 'brand.json'],
])('a wrong value is refused with the name of its field: %j', (json, path) => {
  const result = parseBrand(json);
  expect(result.ok).toBe(false);
  expect(!result.ok && result.problems.map((problem) => problem.path)).toContain(path);
});

test.each([
  [true, undefined, true],
  [true, 2, true],
  [false, 1, false],
  [[1, 3], 1, true],
  [[1, 3], 2, false],
  [[1, 3], undefined, false],
])('BRAND-04 BRAND-13 flag %j for organisation %j is %j', (flag, organisation, expected) => {
  expect(isFeatureOn(flag, organisation)).toBe(expected);
});

test.each([
  ['true', true],
  ['false', false],
  ['1, 2', true],
  ['3', false],
  ['maybe', true],
])('BRAND-06 A-003 capability FEATURE_VIDEO=%s decides video for organisation 1: %j', (value, expected) => {
  const features = featuresFor(brandOf({ features: { video: true } }), 1, [{ key: 'FEATURE_VIDEO', value }]);
  expect(features.video).toBe(expected);
});

test.each([
  [true, 'false', {}, false],
  [false, 'true', {}, true],
  [[1, 2], '3', {}, false],
  [false, '1,2', {}, true],
  [false, 'true', { contactAdd: false, contactEdit: false, contactDelete: false }, false],
])(
  'BRAND-06 with contacts %j and FEATURE_CONTACTS=%s the flags %j of adding, editing and deleting are %j',
  (contacts, value, own, expected) => {
    const features = featuresFor(brandOf({ features: { contacts, ...own } }), 1, [
      { key: 'FEATURE_CONTACTS', value },
    ]);
    expect([features.contactAdd, features.contactEdit, features.contactDelete]).toEqual([
      expected,
      expected,
      expected,
    ]);
  },
);

test('BRAND-06 the capability for adding a contact has precedence over that for contacts', () => {
  const capabilities = [
    { key: 'FEATURE_CONTACTS', value: 'true' },
    { key: 'FEATURE_CONTACTADD', value: 'false' },
  ];
  expect(featuresFor(brandOf({}), 1, capabilities)).toMatchObject({ contactAdd: false, contactEdit: true });
});

test('BRAND-06 unset contact flags follow contacts', () => {
  expect(featuresFor(brandOf({ features: { contacts: true, contactDelete: false } }), 1, [])).toMatchObject({
    contactAdd: true,
    contactEdit: true,
    contactDelete: false,
  });
});
