import { expect, test } from 'vitest';
import { answerOptions, checkAsProxy, checkAsRegistrar, checkAsUserAgent } from './element-checks.ts';
import type { Header, SipRequest } from './message.ts';

const abilities = {
  methods: ['INVITE', 'ACK', 'MESSAGE'],
  extensions: ['outbound'],
  contentTypes: ['application/sdp', 'text/plain'],
};

const request = (method: string, fields: Readonly<Record<string, string>>, body = ''): SipRequest => ({
  kind: 'request',
  method,
  uri: 'sip:bobby@demo.example',
  headers: Object.entries({ To: '<sip:bobby@demo.example>', ...fields }).map(([name, value]) => ({
    name,
    value,
  })),
  body,
});

const outcome = (refusal: { status: number; headers?: readonly Header[] } | undefined) =>
  refusal && [refusal.status, ...(refusal.headers ?? []).map(({ name, value }) => `${name}: ${value}`)];

test.each([
  [{}, undefined],
  [{ 'Max-Forwards': '1' }, undefined],
  [{ 'Max-Forwards': '0' }, [483]],
  [{ 'Proxy-Require': 'foo' }, [420, 'Unsupported: foo']],
  [{ 'Proxy-Require': '' }, undefined],
  [{ Require: 'foo' }, undefined],
])('RFC 3261 §16.3 a proxy that gets %j returns %j', (fields, expected) => {
  expect(outcome(checkAsProxy(request('INVITE', fields)))).toEqual(expected);
});

test.each([
  [{}, undefined],
  [{ Require: '' }, undefined],
  [{ Require: 'foo' }, [420, 'Unsupported: foo']],
  [{ To: '<tel:112>' }, [400]],
])('RFC 3261 §10.3 a registrar that gets %j returns %j', (fields, expected) => {
  expect(outcome(checkAsRegistrar(request('REGISTER', fields)))).toEqual(expected);
});

test.each([
  ['INVITE', {}, '', undefined],
  ['OPTIONS', {}, '', [405, 'Allow: INVITE, ACK, MESSAGE']],
  ['INVITE', { Require: 'Outbound' }, '', undefined],
  ['INVITE', { Require: 'foo' }, '', [420, 'Unsupported: foo']],
  ['ACK', { Require: 'foo' }, '', undefined],
  ['MESSAGE', { 'Content-Type': 'Text/Plain;charset=UTF-8' }, 'hej', undefined],
  ['MESSAGE', { 'Content-Type': 'image/png' }, 'x', [415, 'Accept: application/sdp, text/plain']],
  ['MESSAGE', {}, 'x', [415, 'Accept: application/sdp, text/plain']],
  ['INVITE', { Accept: 'application/*;q=0.5, image/png' }, '', undefined],
  ['INVITE', { Accept: 'image/png' }, '', [406]],
] as const)('RFC 3261 §8.2 a user agent that gets %s %j %j returns %j', (method, fields, body, expected) => {
  expect(outcome(checkAsUserAgent(request(method, fields, body), abilities))).toEqual(expected);
});

test('RFC 3261 §8.2.2.3 §11.2 OPTIONS is answered with every ability, or with 420 if an unknown extension is required', () => {
  const own = { ...abilities, contentTypes: [] };
  const known = ['Accept: ', 'Accept-Encoding: identity', 'Accept-Language: en', 'Supported: outbound'];
  expect(outcome(answerOptions(request('OPTIONS', { Require: 'Outbound' }), own))).toEqual([
    200,
    'Allow: INVITE, ACK, MESSAGE',
    ...known,
  ]);
  expect(outcome(answerOptions(request('OPTIONS', { Require: 'foo, outbound, bar' }), own))).toEqual([
    420,
    'Unsupported: foo, bar',
  ]);
});
