import type { HistoryRecord } from '@samtal/api-contract';
import type { Session, SessionState } from '../session/session.ts';

/**
 * Whether a call that has ended is still recorded in this state. After a logout it is not; after an expired
 * session it is, because the same user may be back in a moment.
 */
const isUserHere = (state: SessionState): boolean =>
  state.phase === 'signedIn' ||
  state.phase === 'signingOut' ||
  (state.phase === 'signedOut' && state.wasEnded === true);

/**
 * Returns a function that reduces a call that has just ended to what may be kept of it (decision D14);
 * undefined = nothing.
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
