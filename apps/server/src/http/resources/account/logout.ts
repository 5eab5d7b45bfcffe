import { logoutAnswerSchema, PATHS } from '@samtal/api-contract';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/**
 * GET user/logout: ends the session (API-06), and removes an anonymous account. The answer says where the provider
 * ends its own session, if this one began there (decision D99).
 */
export function addLogout(app: TypedInstance, context: HttpContext): void {
  const { sessions, accounts, revocations } = context.repositories;
  app.get(
    PATHS.logout,
    { schema: { querystring: sessionQuerySchema, response: { 200: logoutAnswerSchema } } },
    async (request) => {
      const { account, tokenHash } = await requireSession(request, context);
      const began = context.signIn && (await sessions.providerOf(tokenHash));
      await sessions.logOut(tokenHash);
      context.changes.publish(account.id, 'sessions');
      if (account.kind === 'anonymous') {
        await accounts.remove(account.id);
        await revocations.add(account.username);
      }
      context.audit({ event: 'logged_out', account: account.username, address: request.ip });
      const signOutAt =
        began && context.signIn?.provider.signOutAddress(began.idToken, `${context.publicUrl()}/login`);
      return signOutAt === undefined ? okAnswer : { ...okAnswer, signOutAt };
    },
  );
}
