import type { ApiResult } from '../ports/user-api.ts';

export type ApiWatch = {
  /** The server did not answer (ERR-01). */
  readonly onNoAnswer: () => void;
  /** The server carried out a request. */
  readonly onSuccess: () => void;
  /** Whether the server works: it does not if there is no answer, or a 5xx. */
  readonly onServerState: (isWell: boolean) => void;
  /** The session is not valid, or no longer valid (LOGIN-14). */
  readonly onSessionRefused: () => void;
};

type Note = <T>(request: Promise<ApiResult<T>>) => Promise<ApiResult<T>>;

export type ResultNotes = {
  readonly note: Note;
  /** For requests that need a signed-in user. */
  readonly noteSession: Note;
  /** For forms that treat a server error as no answer (ERR-09). */
  readonly noteForm: Note;
};

/** Reports the outcome of every request to `watch`. */
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
