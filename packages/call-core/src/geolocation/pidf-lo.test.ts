import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceMetres } from './distance.ts';
import { isEmergency } from './emergency.ts';
import { pidfLoOf } from './pidf-lo.ts';

const deviceId = '01234567-89ab-4cde-8f01-23456789abcd';
const position = { latitude: 59.3293, longitude: 18.0686, accuracyMetres: 12, at: 1_704_110_400_000 };
const address = 'alice@demo.example';
const now = 1_704_114_000_000;
const civic = ['Storgatan', '12 B', '111 23', 'Stockholm', 'SE', 'floor 3, apartment 1302'] as const;

test('GEO-03 A-069 the document of a position has latitude first, metres, and a zone in every time', () => {
  expect(pidfLoOf({ address, deviceId, position, now })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>' +
      '<presence xmlns="urn:ietf:params:xml:ns:pidf" xmlns:dm="urn:ietf:params:xml:ns:pidf:data-model"' +
      ' xmlns:gp="urn:ietf:params:xml:ns:pidf:geopriv10"' +
      ' xmlns:gbp="urn:ietf:params:xml:ns:pidf:geopriv10:basicPolicy"' +
      ' xmlns:gml="http://www.opengis.net/gml" xmlns:gs="http://www.opengis.net/pidflo/1.0"' +
      ' xmlns:con="urn:ietf:params:xml:ns:geopriv:conf" entity="sip:alice@demo.example">' +
      '<dm:device id="device"><gp:geopriv><gp:location-info>' +
      '<gs:Circle srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>59.3293 18.0686</gml:pos>' +
      '<gs:radius uom="urn:ogc:def:uom:EPSG::9001">12</gs:radius></gs:Circle>' +
      '<con:confidence pdf="unknown">95</con:confidence></gp:location-info>' +
      '<gp:usage-rules><gbp:retransmission-allowed>true</gbp:retransmission-allowed>' +
      '<gbp:retention-expiry>2024-01-02T12:00:00Z</gbp:retention-expiry></gp:usage-rules></gp:geopriv>' +
      `<dm:deviceID>urn:uuid:${deviceId}</dm:deviceID>` +
      '<dm:timestamp>2024-01-01T12:00:00Z</dm:timestamp></dm:device></presence>',
  );
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'A-069 an accuracy of %d makes a point',
  (accuracyMetres) => {
    const document = pidfLoOf({ address, deviceId, position: { ...position, accuracyMetres }, now });
    expect(document).toContain(
      '<gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>59.3293 18.0686</gml:pos>',
    );
    expect(document).not.toContain('Circle');
  },
);

test('numbers are plain decimals, however small or exact', () => {
  const shape = (latitude: number, longitude: number, accuracyMetres: number): string | undefined =>
    /<gml:pos>.*?<\/gs:radius>/.exec(
      pidfLoOf({ address, deviceId, position: { latitude, longitude, accuracyMetres, at: 0 }, now }),
    )?.[0];
  expect(shape(-0.000_000_1, 1e-9, 0.001)).toContain('<gml:pos>0 0</gml:pos>');
  expect(shape(-33.856_784_9, 151.215_296_7, 1234.5678)).toContain(
    '<gml:pos>-33.856785 151.215297</gml:pos>',
  );
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: 0.0001, max: 1e7, noNaN: true }),
      (latitude, longitude, accuracyMetres) => {
        expect(shape(latitude, longitude, accuracyMetres)).toMatch(
          /^<gml:pos>-?\d+(\.\d+)? -?\d+(\.\d+)?<\/gml:pos><gs:radius uom="[^"]*">\d+(\.\d+)?<\/gs:radius>$/,
        );
      },
    ),
    { seed: 7 },
  );
});

test('an address cannot break out of the document', () => {
  expect(pidfLoOf({ address: `a"'<&>@x`, deviceId, position, now })).toContain(
    'entity="sip:a&quot;&apos;&lt;&amp;&gt;@x">',
  );
  const shapeOf = (document: string): string => document.replace(/entity="[^"<]*"/, 'entity=""');
  const plain = shapeOf(pidfLoOf({ address, deviceId, position, now }));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const document = pidfLoOf({ address: text, deviceId, position, now });
      expect(shapeOf(document)).toBe(plain);
      // No control characters and no lone surrogates, which XML forbids.
      expect(document).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
    }),
    { seed: 7 },
  );
});

test.each([
  ['112@demo.example', true],
  ['1-1-2@demo.example', true],
  ['(1) 1.2@demo.example', true],
  ['911', true],
  ['112;phone-context=+46@demo.example', true],
  ['1122@demo.example', false],
  ['+112@demo.example', false],
  ['bobby@112', false],
  ['@112', false],
  ['-@demo.example', false],
])('GEO-01 GEO-02 A-068 %s is an emergency number: %s', (called, expected) => {
  expect(isEmergency(called, ['112', '9-1-1', ''])).toBe(expected);
  expect(isEmergency(called, [])).toBe(false);
});

test('GEO-05 the distance follows the great circle', () => {
  const at = (latitude: number, longitude: number) => ({ ...position, latitude, longitude });
  // A degree of a great circle is a 360th of the circumference.
  expect(distanceMetres(at(0, 0), at(1, 0))).toBeCloseTo(111_195, -1);
  expect(distanceMetres(at(60, 10), at(60, 11))).toBeCloseTo(55_597, -1);
  expect(distanceMetres(at(0, 179.9995), at(0, -179.9995))).toBeCloseTo(111.2, 0);
  expect(distanceMetres(at(0, 0), at(0, 180))).toBeCloseTo(Math.PI * 6_371_008.8, 0);
  expect(distanceMetres(at(59, 18), at(59, 18))).toBe(0);
});

test('D89 a typed address is in a tuple of its own before the device, with its method and the rules of its use', () => {
  const alone = pidfLoOf({ address, deviceId, civic, now });
  const tuple =
    '<tuple id="address"><status><gp:geopriv><gp:location-info>' +
    '<ca:civicAddress xmlns:ca="urn:ietf:params:xml:ns:pidf:geopriv10:civicAddr"><ca:country>SE</ca:country>' +
    '<ca:A3>Stockholm</ca:A3><ca:RD>Storgatan</ca:RD><ca:HNO>12</ca:HNO><ca:HNS>B</ca:HNS>' +
    '<ca:LOC>floor 3, apartment 1302</ca:LOC><ca:PC>111 23</ca:PC></ca:civicAddress></gp:location-info>' +
    '<gp:usage-rules><gbp:retransmission-allowed>true</gbp:retransmission-allowed>' +
    '<gbp:retention-expiry>2024-01-02T13:00:00Z</gbp:retention-expiry></gp:usage-rules>' +
    '<gp:method>Manual</gp:method></gp:geopriv></status></tuple>';
  expect(alone).toContain(`entity="sip:alice@demo.example">${tuple}</presence>`);
  const withPosition = pidfLoOf({ address, deviceId, civic, position, now });
  expect(withPosition).toContain(`entity="sip:alice@demo.example">${tuple}<dm:device id="device">`);
});

test.each([
  ['12', '<ca:HNO>12</ca:HNO><ca:PC>'],
  ['12-14', '<ca:HNO>12</ca:HNO><ca:HNS>-14</ca:HNS>'],
  ['the red house', '<ca:HNO>the red house</ca:HNO>'],
  [' ', '<ca:RD>Storgatan</ca:RD><ca:PC>'],
])('D89 the house number %j is %s', (houseNumber, expected) => {
  expect(
    pidfLoOf({ address, deviceId, civic: ['Storgatan', houseNumber, '111 23', 'Stockholm', 'SE', ''], now }),
  ).toContain(expected);
});

test('D89 an address cannot break out of the document, in whatever script', () => {
  const arabic = 'شارع الملك <&"> 😀';
  const document = pidfLoOf({
    address,
    deviceId,
    civic: [arabic, '12', '111 23', 'Stockholm', 'SE', ''],
    now,
  });
  expect(document).toContain('<ca:RD>شارع الملك &lt;&amp;&quot;&gt; 😀</ca:RD>');
  const shapeOf = (found: string): string => found.replace(/(<ca:\w+>)[^<>"]+(<\/ca:\w+>)/g, '$1$2');
  const plain = shapeOf(pidfLoOf({ address, deviceId, civic, now }));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (street, extra) => {
      const hostile = [`x${street}`, '12 B', '111 23', 'Stockholm', 'SE', `x${extra}`] as const;
      const found = pidfLoOf({ address, deviceId, civic: hostile, now });
      expect(shapeOf(found)).toBe(plain);
      expect(found).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
    }),
    { seed: 7 },
  );
});
