/**
 * A visit by kiosk link, from opening the page to the end (specification 001 §4).
 *
 *            opened        logged in       target allowed     registered       call over
 *   (page) ─────────▶ init ────────▶ init ───────────────▶ init ─────────▶ ready ────────▶ callCompleted
 *                      │ token cannot   │ not a registered    │ registration
 *                      │ be used        │ contact (KIOSK-11)  │ impossible
 *                      ▼                ▼                     ▼
 *                   refused          refused                failed
 *
 * The end states are final: to call again, the visitor opens the link again.
 */
import type { BarredOutcome } from './call-state.ts';

/** Why a link cannot be used (KIOSK-07, KIOSK-08). */
export type KioskLinkFault = 'missingParameter' | 'invalidToken';

/** Why a visitor cannot continue; A-064 gives each reason the status of a barred call. */
export type KioskRefusal =
  | KioskLinkFault
  | 'tokenExpired'
  | 'authenticationError'
  /** The target is not a registered contact or service. */
  | 'unregisteredNumber';

export type KioskState =
  /** KIOSK-01: the visitor is logged in and the target is checked, then the page registers. */
  | { readonly phase: 'init'; readonly progress: 'signingIn' | 'checkingTarget' | 'registering' }
  /** KIOSK-02: the call is being made or is active. */
  | { readonly phase: 'ready' }
  /** KIOSK-03: the service cannot be reached. */
  | { readonly phase: 'failed' }
  /** KIOSK-04: the call is over. */
  | { readonly phase: 'callCompleted' }
  | { readonly phase: 'refused'; readonly why: KioskRefusal };

export type KioskEvent =
  | { readonly type: 'loginSucceeded' }
  /** With the error code of the user API; -2 means that the server did not answer. */
  | { readonly type: 'loginFailed'; readonly errorCode: number }
  | { readonly type: 'targetAllowed' }
  | { readonly type: 'targetRefused' }
  /** The contacts could not be read. */
  | { readonly type: 'targetUnknown' }
  | { readonly type: 'registered' }
  | { readonly type: 'registrationFailed' }
  /** No call is active and no screen of a call is open. */
  | { readonly type: 'callEnded' };

export type KioskEffect =
  | { readonly do: 'logIn' }
  /** Checks whether the target is a registered contact or service; only if the operator requires it. */
  | { readonly do: 'checkTarget' }
  | { readonly do: 'call' }
  /** Ends the visit with the screen and status of a barred call. */
  | { readonly do: 'barCall'; readonly outcome: BarredOutcome }
  | { readonly do: 'logOut' };
