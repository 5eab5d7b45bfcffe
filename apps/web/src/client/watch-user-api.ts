import type { ApiResult, UserApi } from './ports.ts';

export type UserApiWatch = {
  /** Nobody answered (ERR-01). */
  readonly onNoAnswer: () => void;
  /** Somebody answered, whatever they said. */
  readonly onAnswer: () => void;
  /** Whether the server does its work: it does not when nobody answers, or with a 5xx. */
  readonly onServerState: (isWell: boolean) => void;
  /** The session is not valid, or not any more (LOGIN-14). */
  readonly onSessionRefused: () => void;
};

/** The same user API, with its outcomes told to one place. */
export function watchUserApi(api: UserApi, watch: UserApiWatch): UserApi {
  async function note<T>(request: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const result = await request;
    if (!result.ok && result.status === 0) watch.onNoAnswer();
    else watch.onAnswer();
    watch.onServerState(result.ok || (result.status !== 0 && result.status < 500));
    return result;
  }
  async function noteSession<T>(request: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const result = await note(request);
    if (!result.ok && (result.status === 401 || result.status === 403)) watch.onSessionRefused();
    return result;
  }
  return {
    // A refused login or logout is no session that has run out.
    login: (request) => note(api.login(request)),
    logout: (token) => note(api.logout(token)),
    getProperties: (token) => noteSession(api.getProperties(token)),
    getSystemSettings: (token) => noteSession(api.getSystemSettings(token)),
    getWebSettings: (token) => noteSession(api.getWebSettings(token)),
  };
}
