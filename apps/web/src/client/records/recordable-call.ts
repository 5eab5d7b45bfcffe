import type { HistoryRecord } from '@samtal/api-contract';
import type { Session, SessionState } from '../session/session.ts';

/**
 * Whether a call that has ended is recorded in this state of the session: while the user is signed in or is
 * logging out, and after the session has expired, because the same user may be back in a moment.
 */
const isUserHere = (state: SessionState): boolean =>
  state.phase === 'signedIn' ||
  state.phase === 'signingOut' ||
  (state.phase === 'signedOut' && state.wasEnded === true);

/**
 * Returns a function that removes from the record of a finished call what may not be kept (decision D14): the
 * text, if the organisation has no transcripts. It returns undefined if no calls are kept, or after a logout.
 */
export function createRecordableCall(
  session: Pick<Session, 'state'>,
): (record: HistoryRecord) => HistoryRecord | undefined {
  let [keepsCalls, keepsText] = [false, false];
  const follow = (): void => {
    const state = session.state.get();
    if (state.phase !== 'signedIn') return;
    // Without the history page the user could not see or delete calls, so none are kept.
    keepsCalls = state.features.history;
    keepsText = state.features.transcripts;
  };
  session.state.subscribe(follow);
  follow();
  return (record) => {
    if (!keepsCalls || !isUserHere(session.state.get())) return undefined;
    return keepsText ? record : { ...record, receivedText: '', sentText: '', transcript: [] };
  };
}
