/**
 * A visit by kiosk link, from the opening of the page to its end (specification 001 §4).
 *
 *            opened        signed in       target allowed     registered       call over
 *   (page) ─────────▶ init ────────▶ init ───────────────▶ init ─────────▶ ready ────────▶ callCompleted
 *                      │ token cannot   │ not a registered    │ registration
 *                      │ be used        │ contact (KIOSK-11)  │ impossible
 *                      ▼                ▼                     ▼
 *                   refused          refused                failed
 *
 * The end states are final: a visitor who wants to call again opens the link again.
 */
import type { BarredOutcome } from './call-state.ts';

/** Why a link cannot be used (KIOSK-07, KIOSK-08). */
export type KioskLinkFault = 'missingParameter' | 'invalidToken';

/** Why a visitor gets no further; A-064 gives each the status of a call that could not be. */
export type KioskRefusal =
  | KioskLinkFault
  | 'tokenExpired'
  | 'authenticationError'
  /** The target is none of the registered contacts and services. */
  | 'unregisteredNumber';

export type KioskState =
  /** KIOSK-01 */
  | { readonly phase: 'init'; readonly progress: 'signingIn' | 'checkingTarget' | 'registering' }
  /** KIOSK-02: the call is being made, or is on. */
  | { readonly phase: 'ready' }
  /** KIOSK-03: the service cannot be reached. */
  | { readonly phase: 'failed' }
  /** KIOSK-04 */
  | { readonly phase: 'callCompleted' }
  | { readonly phase: 'refused'; readonly why: KioskRefusal };

export type KioskEvent =
  | { readonly type: 'loginSucceeded' }
  /** With the error code of the user API; -2 = the server did not answer. */
  | { readonly type: 'loginFailed'; readonly errorCode: number }
  | { readonly type: 'targetAllowed' }
  | { readonly type: 'targetRefused' }
  /** Contacts could not be read. */
  | { readonly type: 'targetUnknown' }
  | { readonly type: 'registered' }
  | { readonly type: 'registrationFailed' }
  /** No call any more, and no screen of one. */
  | { readonly type: 'callEnded' };

export type KioskEffect =
  | { readonly do: 'logIn' }
  /** Ask whether the target is a registered contact or service; only where the operator wants that. */
  | { readonly do: 'checkTarget' }
  | { readonly do: 'call' }
  /** The visit ends with the screen and the status of a call that could not be. */
  | { readonly do: 'barCall'; readonly outcome: BarredOutcome }
  | { readonly do: 'logOut' };
