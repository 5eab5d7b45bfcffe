import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openKiosk, stepKiosk } from './kiosk-machine.ts';
import type { KioskEffect, KioskEvent, KioskState } from './kiosk-state.ts';
import { readKioskToken } from './kiosk-token.ts';

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const decode = (encoded: string): string | undefined =>
  /^[\w+/=-]*$/.test(encoded) ? Buffer.from(encoded, 'base64url').toString() : undefined;
const read = (token: string | null) => readKioskToken(token, decode);
const signed = (claims: unknown): string => `${encode('{}')}.${encode(JSON.stringify(claims))}.c2ln`;

test('KIOSK-05 KIOSK-13 a signed token tells whom to call and signs the visitor in as it is', () => {
  const token = signed({ to: 'bobby', username: 'kiosk', ivr: '12,34', ref: 'A 7', exp: 1 });
  expect(read(token)).toEqual({
    ok: true,
    visit: { target: 'bobby', login: { by: 'token', token }, ivr: '12,34', ref: 'A 7' },
  });
});

test('KIOSK-06 a plain token carries target, name, password, tones and reference', () => {
  const token = encode('t=bobby%40demo.example&u=visitor&p=s%26cret+1&i=1&r=%C3%A5');
  expect(read(token)).toEqual({
    ok: true,
    visit: {
      target: 'bobby@demo.example',
      login: { by: 'password', username: 'visitor', password: 's&cret 1' },
      ivr: '1',
      ref: 'å',
    },
  });
});

test('KIOSK-06 A-112 without a name the visitor is the anonymous user of the brand', () => {
  expect(read(encode('t=112'))).toEqual({ ok: true, visit: { target: '112', login: { by: 'anonymous' } } });
});

test.each([
  ['no token', null],
  ['an empty token', '  '],
  ['a plain token without target', encode('u=visitor&p=secret')],
  ['a plain token with a blank target', encode('t=%20&u=visitor')],
  ['a signed token without target', signed({ username: 'kiosk' })],
])('KIOSK-07 %s is a missing parameter', (_what, token) => {
  expect(read(token)).toEqual({ ok: false, why: 'missingParameter' });
});

test.each([
  ['no base64', '%%%'],
  ['base64 of something else', encode('hello')],
  ['base64 of bytes', Buffer.from([0xff, 0xfe, 0x00]).toString('base64')],
  ['wrong escapes', encode('t=%E0%A4%A')],
  ['signed, but no JSON', `a.${encode('{')}.b`],
  ['signed, but not an object', signed(7)],
])('KIOSK-08 %s is an invalid token', (_what, token) => {
  expect(read(token)).toEqual({ ok: false, why: 'invalidToken' });
});

test('KIOSK-08 whatever is in the link, it is read or refused and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string().map(encode), fc.json().map(encode)), (token) => {
      expect(typeof read(token).ok).toBe('boolean');
      expect(typeof read(`a.${token}.b`).ok).toBe('boolean');
    }),
  );
});

const options = { onlyAllowRegisteredContacts: false, logoutAfterCall: true };
const visit = read(encode('t=bobby'));

function follow(events: readonly KioskEvent[], chosen = options) {
  let { state, effects } = openKiosk(visit);
  const done: KioskEffect['do'][] = effects.map((effect) => effect.do);
  for (const event of events) {
    ({ state, effects } = stepKiosk(state, event, chosen));
    done.push(...effects.map((effect) => effect.do));
  }
  return { state, done };
}

test('KIOSK-01 KIOSK-02 KIOSK-04 signed in, registered, called, and signed out when the call is over', () => {
  expect(follow([]).state.phase).toBe('init');
  expect(follow([{ type: 'loginSucceeded' }]).state).toEqual({ phase: 'init', progress: 'registering' });
  expect(follow([{ type: 'loginSucceeded' }, { type: 'registered' }])).toEqual({
    state: { phase: 'ready' },
    done: ['logIn', 'call'],
  });
  const whole: KioskEvent[] = [{ type: 'loginSucceeded' }, { type: 'registered' }, { type: 'callEnded' }];
  expect(follow(whole)).toEqual({ state: { phase: 'callCompleted' }, done: ['logIn', 'call', 'logOut'] });
  expect(follow(whole, { ...options, logoutAfterCall: false }).done).toEqual(['logIn', 'call']);
});

test('KIOSK-03 who cannot register is told that the service is not available', () => {
  expect(follow([{ type: 'loginSucceeded' }, { type: 'registrationFailed' }])).toEqual({
    state: { phase: 'failed' },
    done: ['logIn', 'logOut'],
  });
});

test.each([
  [-1, { phase: 'refused', why: 'authenticationError' }],
  [1001, { phase: 'refused', why: 'authenticationError' }],
  [1003, { phase: 'refused', why: 'invalidToken' }],
  [1004, { phase: 'refused', why: 'tokenExpired' }],
  [-2, { phase: 'failed' }],
  [5000, { phase: 'failed' }],
] as const)('STATE-22 STATE-23 A-064 login failure %i', (errorCode, state) => {
  expect(follow([{ type: 'loginFailed', errorCode }]).state).toEqual(state);
});

test.each([
  ['targetAllowed', { phase: 'init', progress: 'registering' }],
  ['targetRefused', { phase: 'refused', why: 'unregisteredNumber' }],
  ['targetUnknown', { phase: 'failed' }],
] as const)('KIOSK-11 only registered contacts: %s', (type, state) => {
  const limited = { ...options, onlyAllowRegisteredContacts: true };
  const { state: after, done } = follow([{ type: 'loginSucceeded' }, { type }], limited);
  expect(after).toEqual(state);
  expect(done).not.toContain('call');
});

test.each([
  ['missingParameter', 'tokenInvalid'],
  ['invalidToken', 'tokenInvalid'],
] as const)('STATE-23 a link with %s bars the call as %s', (why, outcome) => {
  expect(openKiosk({ ok: false, why }).effects).toEqual([{ do: 'barCall', outcome }]);
});

test('no order of events calls twice, and the end states are final', () => {
  const types = [
    'loginSucceeded',
    'targetAllowed',
    'targetRefused',
    'targetUnknown',
    'registered',
    'registrationFailed',
    'callEnded',
  ] as const;
  const event = fc.oneof(
    fc.constantFrom(...types).map((type) => ({ type })),
    fc.integer({ min: -2, max: 1005 }).map((errorCode) => ({ type: 'loginFailed', errorCode }) as const),
  );
  fc.assert(
    fc.property(fc.array(event), fc.boolean(), (events, onlyAllowRegisteredContacts) => {
      const chosen = { ...options, onlyAllowRegisteredContacts };
      const final: KioskState['phase'][] = ['failed', 'callCompleted', 'refused'];
      let { state } = openKiosk(visit);
      let calls = 0;
      for (const next of events) {
        const step = stepKiosk(state, next, chosen);
        if (final.includes(state.phase)) expect(step).toEqual({ state, effects: [] });
        calls += step.effects.filter((effect) => effect.do === 'call').length;
        state = step.state;
      }
      expect(calls).toBeLessThanOrEqual(1);
    }),
  );
});
