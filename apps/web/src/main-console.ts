import type { Brand } from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import type { ConsoleApi } from './client/ports/console-api.ts';
import type { Session } from './client/session/session.ts';
import { createApiRequest } from './platform/api/api-request.ts';
import { createConsoleApi } from './platform/api/console-api.ts';

type Parts = { readonly brand: Brand; readonly log: Log; readonly session: Session };

/** A part of the composition root that is loaded for the console of operators and administrators (decision D98). */
export function composeConsole({ brand, log, session }: Parts): ConsoleApi {
  const { server } = brand;
  const fetch = window.fetch.bind(window);
  return createConsoleApi({
    ask: createApiRequest({ server, log, fetch }),
    server,
    fetch,
    token() {
      const state = session.state.get();
      return state.phase === 'signedIn' ? state.user.securityToken : undefined;
    },
    onSessionRefused: () => session.end(),
  });
}
