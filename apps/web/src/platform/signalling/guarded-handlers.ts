import type { RTCSessionEventMap } from 'jssip/lib/RTCSession';

export type SessionHandlers = Partial<RTCSessionEventMap>;

/**
 * Handlers whose exceptions go to `onError`: once JsSIP has returned the session, it swallows the exceptions of its
 * listeners, and the call would hang (STATE-24).
 */
export const guarded = (
  handlers: SessionHandlers,
  onError: (name: string, error: unknown) => void,
): SessionHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (event: never) => {
        try {
          (handle as (event: never) => void)(event);
        } catch (error) {
          onError(name, error);
        }
      },
    ]),
  );
