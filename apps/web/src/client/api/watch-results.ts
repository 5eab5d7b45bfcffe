import type { ApiResult } from '../ports/user-api.ts';

export type ApiWatch = {
  /** Nobody answered (ERR-01). */
  readonly onNoAnswer: () => void;
  /** The server did what was asked of it. */
  readonly onSuccess: () => void;
  /** Whether the server does its work: it does not when nobody answers, or with a 5xx. */
  readonly onServerState: (isWell: boolean) => void;
  /** The session is not valid, or not any more (LOGIN-14). */
  readonly onSessionRefused: () => void;
};

type Note = <T>(request: Promise<ApiResult<T>>) => Promise<ApiResult<T>>;

export type ResultNotes = {
  readonly note: Note;
  /** For calls that only a signed-in person may make. */
  readonly noteSession: Note;
  /** For forms in which a fault of the server counts as no answer (ERR-09). */
  readonly noteForm: Note;
};

/** Tells the outcome of every call to one place. */
export function watchResults(watch: ApiWatch): ResultNotes {
  const noteIf =
    (isUnanswered: (status: number) => boolean): Note =>
    async (request) => {
      const result = await request;
      if (result.ok) watch.onSuccess();
      else if (isUnanswered(result.status)) watch.onNoAnswer();
      watch.onServerState(result.ok || (result.status !== 0 && result.status < 500));
      return result;
    };
  const note = noteIf((status) => status === 0);
  return {
    note,
    async noteSession(request) {
      const result = await note(request);
      if (!result.ok && (result.status === 401 || result.status === 403)) watch.onSessionRefused();
      return result;
    },
    noteForm: noteIf((status) => status === 0 || status >= 500),
  };
}
