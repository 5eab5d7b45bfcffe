import { PATHS } from '@samtal/api-contract';
import type { HttpContext } from './http-context.ts';
import { requireSession } from './session-guard.ts';
import type { TypedInstance } from './typed-instance.ts';

/** GET user/logout: the token is dead afterwards (API-06). */
export function addLogout(app: TypedInstance, context: HttpContext): void {
  app.get(PATHS.logout, async (request) => {
    const { tokenHash } = await requireSession(request, context);
    await context.repositories.sessions.remove(tokenHash);
    return { status: 'OK' };
  });
}
