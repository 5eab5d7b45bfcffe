import type { Store } from '../store/store.ts';
import { createLogins, type Logins } from './logins.ts';
import { createLogouts, type Logouts } from './logouts.ts';
import type { SessionOptions } from './session-options.ts';
import { createSessionRecord } from './session-record.ts';
import type { SessionState } from './session-state.ts';
import type { SignedIn } from './signed-in.ts';
import { createUserData, type UserData } from './user-data.ts';

export type { SessionOptions, SessionState, SignedIn };

/** The session of a user in this tab: the ways in, the ways out, and what is known of the user meanwhile. */
export type Session = Logins & Logouts & UserData & { readonly state: Store<SessionState> };

/** Creates the session of this tab. A saved session continues without a request to the server (LOGIN-05). */
export function createSession(options: SessionOptions): Session {
  const record = createSessionRecord(options);
  const { enterUnasked, ...logins } = createLogins(options, record);
  return {
    state: record.state,
    ...logins,
    ...createLogouts(options, record, enterUnasked),
    ...createUserData(options, record),
  };
}
