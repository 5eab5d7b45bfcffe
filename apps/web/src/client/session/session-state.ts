import type { Message } from '../alerts/message.ts';
import type { SecondStep } from './sign-in.ts';
import type { SignedIn } from './signed-in.ts';

export type SessionState =
  | {
      readonly phase: 'signedOut';
      /** Why the last login failed (LOGIN-07). */
      readonly loginFailure?: Message | undefined;
      /**
       * The account is to be deleted then (decision D96): its user has just asked for it, or, with `loginFailure`, the
       * login was refused because of it. Milliseconds since the epoch.
       */
      readonly deletionAt?: number;
      /** The password was right, and the log-in waits for its second step (decision D100). */
      readonly secondStep?: SecondStep;
      /** The last login was tried after the user came back from the provider. */
      readonly isFromProvider?: boolean;
      /** The server ended the session (LOGIN-14, LOGIN-19). */
      readonly wasEnded?: boolean;
      /** An automatic login must be tried again: it was not possible, or the server did not answer. */
      readonly isLoginDue?: boolean;
    }
  | {
      readonly phase: 'signingIn';
      /** This is an automatic login: the user has typed nothing. */
      readonly isUnasked?: boolean;
      readonly secondStep?: SecondStep;
    }
  | SignedIn
  /** The user logs out. A current call first ends on its own screen (decision D37). */
  | { readonly phase: 'signingOut'; readonly was: SignedIn };
