import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KioskEffect, KioskEvent, KioskState } from '../state/kiosk-state.ts';
import { openKiosk, stepKiosk } from './kiosk-machine.ts';

const options = { onlyAllowRegisteredContacts: false, logoutAfterCall: true };

function follow(events: readonly KioskEvent[], chosen = options) {
  let { state, effects } = openKiosk();
  const done: KioskEffect['do'][] = effects.map((effect) => effect.do);
  for (const event of events) {
    ({ state, effects } = stepKiosk(state, event, chosen));
    done.push(...effects.map((effect) => effect.do));
  }
  return { state, done };
}

test('KIOSK-01 KIOSK-02 KIOSK-04 a visitor is logged in, registered, connected to the callee, and logged out after the call', () => {
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

test('KIOSK-03 a visitor whose registration fails sees that the service is not available', () => {
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
] as const)('STATE-22 STATE-23 A-064 login failure %i leads to the right end state', (errorCode, state) => {
  expect(follow([{ type: 'loginFailed', errorCode }]).state).toEqual(state);
});

test.each([
  ['targetAllowed', { phase: 'init', progress: 'registering' }],
  ['targetRefused', { phase: 'refused', why: 'unregisteredNumber' }],
  ['targetUnknown', { phase: 'failed' }],
] as const)('KIOSK-11 with registered contacts only, %s leads to the right state', (type, state) => {
  const limited = { ...options, onlyAllowRegisteredContacts: true };
  const { state: after, done } = follow([{ type: 'loginSucceeded' }, { type }], limited);
  expect(after).toEqual(state);
  expect(done).not.toContain('call');
});

test.each([
  ['missingParameter', 'tokenInvalid'],
  ['invalidToken', 'tokenInvalid'],
] as const)('STATE-23 a link with %s bars the call as %s', (why, outcome) => {
  expect(openKiosk(why).effects).toEqual([{ do: 'barCall', outcome }]);
});

test('no order of events starts two calls, and the end states are final', () => {
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
      let { state } = openKiosk();
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
