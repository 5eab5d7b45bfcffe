import type { BarredOutcome } from '../state/call-state.ts';
import type {
  KioskEffect,
  KioskEvent,
  KioskLinkFault,
  KioskRefusal,
  KioskState,
} from '../state/kiosk-state.ts';

export type KioskOptions = {
  /** Only calls to registered contacts and services are allowed (KIOSK-11). */
  readonly onlyAllowRegisteredContacts: boolean;
  /** The visitor is logged out after the call (KIOSK-04). */
  readonly logoutAfterCall: boolean;
};

export type KioskStep = { readonly state: KioskState; readonly effects: readonly KioskEffect[] };

const stay = (state: KioskState): KioskStep => ({ state, effects: [] });

/** The refusal for each error code of the login; other codes are no fault of the visitor. */
const refusals: ReadonlyMap<number, KioskRefusal> = new Map([
  [-1, 'authenticationError'],
  [1001, 'authenticationError'],
  [1003, 'invalidToken'],
  [1004, 'tokenExpired'],
]);

const outcomes: Readonly<Record<KioskRefusal, BarredOutcome>> = {
  missingParameter: 'tokenInvalid',
  invalidToken: 'tokenInvalid',
  tokenExpired: 'tokenExpired',
  authenticationError: 'authenticationError',
  unregisteredNumber: 'unregisteredNumber',
};

const refuse = (why: KioskRefusal): KioskStep => ({
  state: { phase: 'refused', why },
  effects: [{ do: 'barCall', outcome: outcomes[why] }],
});

/** The visit fails after the login: the visitor is logged out, because the page can do no more for them. */
const fail = (): KioskStep => ({ state: { phase: 'failed' }, effects: [{ do: 'logOut' }] });

/**
 * The first step of a visit by kiosk link.
 * @param fault why the link cannot be used, if it cannot
 */
export function openKiosk(fault?: KioskLinkFault): KioskStep {
  return fault === undefined
    ? { state: { phase: 'init', progress: 'signingIn' }, effects: [{ do: 'logIn' }] }
    : refuse(fault);
}

function stepInit(
  state: Extract<KioskState, { phase: 'init' }>,
  event: KioskEvent,
  { onlyAllowRegisteredContacts }: KioskOptions,
): KioskStep {
  const registering: KioskStep = stay({ phase: 'init', progress: 'registering' });
  switch (state.progress) {
    case 'signingIn':
      if (event.type === 'loginFailed') {
        const why = refusals.get(event.errorCode);
        return why === undefined ? stay({ phase: 'failed' }) : refuse(why);
      }
      if (event.type !== 'loginSucceeded') return stay(state);
      return onlyAllowRegisteredContacts
        ? { state: { phase: 'init', progress: 'checkingTarget' }, effects: [{ do: 'checkTarget' }] }
        : registering;
    case 'checkingTarget':
      if (event.type === 'targetAllowed') return registering;
      if (event.type === 'targetRefused') return refuse('unregisteredNumber');
      if (event.type === 'targetUnknown') return fail();
      return stay(state);
    case 'registering':
      if (event.type === 'registered') return { state: { phase: 'ready' }, effects: [{ do: 'call' }] };
      if (event.type === 'registrationFailed') return fail();
      return stay(state);
  }
}

/** The kiosk machine (diagram: kiosk-state.ts). An event that does not fit the phase changes nothing. */
export function stepKiosk(state: KioskState, event: KioskEvent, options: KioskOptions): KioskStep {
  switch (state.phase) {
    case 'init':
      return stepInit(state, event, options);
    case 'ready':
      if (event.type !== 'callEnded') return stay(state);
      return {
        state: { phase: 'callCompleted' },
        effects: options.logoutAfterCall ? [{ do: 'logOut' }] : [],
      };
    case 'failed':
    case 'callCompleted':
    case 'refused':
      return stay(state);
  }
}
