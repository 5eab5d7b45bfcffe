import {
  outcomeFragment,
  PROVIDER_PATHS,
  PROVIDER_START_PATH,
  type ProviderOutcome,
} from '@samtal/api-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountOfIdentity } from '../../accounts/account-of-identity.ts';
import { followProviderRole } from '../../accounts/follow-provider-role.ts';
import { personOf } from '../../domain/accounts/provider-claims.ts';
import { PROVIDER_LIMITS } from '../../domain/limits/limits.ts';
import type { Meter } from '../../domain/meter.ts';
import { composeIdentityConnectedMail } from '../../mail/compose.ts';
import type { BegunSignIn, ForSession } from '../../oidc/begun-sign-ins.ts';
import type { Authenticated } from '../../oidc/provider.ts';
import type { SignIn } from '../../oidc/sign-in.ts';
import { ApiError } from '../plumbing/answers/api-error.ts';
import type { HttpContext } from '../plumbing/http-context.ts';
import { atMost, limitRequests } from '../plumbing/limits/request-limits.ts';
import { mailContextOf } from '../resources/account/mail-context.ts';
import { addBackchannelLogout } from './backchannel-logout.ts';
import { entrantStateOf } from './entrant-state.ts';
import { readCookie, writeCookie } from './provider-cookie.ts';
import { returnPathOf } from './return-path.ts';

type Visit = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: HttpContext;
};
type Query = Readonly<Record<string, string | undefined>>;

/** Outcomes after which the provider is to ask who the user is, because the person that it knows has been refused. */
const REFUSALS: readonly ProviderOutcome[] = ['notAdmitted', 'noAccount', 'connectFirst', 'otherPerson'];

function lead({ request, reply, context }: Visit, path: string, outcome: ProviderOutcome): FastifyReply {
  if (REFUSALS.includes(outcome)) writeCookie({ request, reply, context }, 'again', 'yes');
  return reply.redirect(`${context.publicUrl()}${path}${outcomeFragment(outcome)}`, 303);
}

const pathAfter = ({ wish }: BegunSignIn): string => (wish.purpose === 'logIn' ? '/login' : wish.returnPath);

/** The redirect URI is that of the operator's settings, never of a request. */
const redirectUriOf = ({ publicUrl }: HttpContext): string => `${publicUrl()}${PROVIDER_PATHS.callback}`;

/** The provider has authenticated a person, who gets a ticket in a cookie. With it the page begins the session by POST user/login. */
async function admit(visit: Visit, signIn: SignIn, found: Authenticated): Promise<ProviderOutcome> {
  const { request, context } = visit;
  const { settings } = signIn.provider;
  const { claims, issuer, subject, sid, idToken } = found;
  const person = personOf(claims, settings);
  const search = await accountOfIdentity(
    { identity: { issuer, subject }, person, address: request.ip },
    settings,
    context,
  );
  if (!search.ok) {
    const connected = await context.repositories.identities.find({ issuer, subject });
    if (connected !== undefined) await followProviderRole(connected.accountId, undefined, context);
    context.audit({ event: 'login_refused', address: request.ip, detail: search.why });
    return search.why;
  }
  const { accountId } = search;
  await followProviderRole(accountId, person.role, context);
  const ticket = await signIn.entrants.issue({
    accountId,
    state: await entrantStateOf({ accountId, identity: { issuer, subject } }, context),
    provider: { issuer, subject, sid, idToken },
  });
  writeCookie(visit, 'entrant', ticket);
  return 'done';
}

/** Whether this browser has asked for the sign-in. A link to it that a stranger has sent is good for nothing here. */
const isAsker = ({ request, context }: Visit, { askerHash }: ForSession): boolean =>
  context.hashToken(readCookie(request, context, 'asker')) === askerHash;

/** A user with a session has authenticated once more. */
async function serveSession(
  visit: Visit,
  { signIn, begun, wish }: { signIn: SignIn; begun: BegunSignIn; wish: ForSession },
  found: Authenticated,
): Promise<ProviderOutcome> {
  const { request, context } = visit;
  const { repositories, secondFactors, now, audit, mailer } = context;
  if (!isAsker(visit, wish)) return 'expired';
  writeCookie(visit, 'asker', '');
  const session = await repositories.sessions.find(wish.tokenHash);
  const account = session && (await repositories.accounts.findById(session.accountId));
  if (account?.status !== 'active' || account.id !== wish.accountId) return 'expired';
  const isFresh =
    found.authenticatedAt !== undefined && found.authenticatedAt >= begun.begunAt - PROVIDER_LIMITS.skewMs;
  if (!isFresh) return 'failed';
  if (wish.purpose === 'prove') {
    const connected = await repositories.identities.find(found);
    if (connected?.accountId !== account.id) return 'otherPerson';
    const { isAdmitted, role } = personOf(found.claims, signIn.provider.settings);
    await followProviderRole(account.id, isAdmitted ? role : undefined, context);
    await signIn.proofs.note(wish.tokenHash);
    return 'proved';
  }
  const { issuer, subject } = found;
  // The account has got its second factor since.
  if (!wish.hasStep && (await secondFactors.isOn(account.id))) return 'expired';
  if (!personOf(found.claims, signIn.provider.settings).isAdmitted) return 'notAdmitted';
  if (
    !(await repositories.identities.connect({ issuer, subject, accountId: account.id, connectedAt: now() }))
  )
    return 'taken';
  audit({ event: 'identity_connected', account: account.username, address: request.ip, detail: 'password' });
  const { label } = signIn.provider.settings;
  const mail = composeIdentityConnectedMail(account, label, mailContextOf(context));
  if (mail !== undefined) mailer.send(mail);
  return 'connected';
}

async function end(visit: Visit, signIn: SignIn): Promise<FastifyReply> {
  const { request, context } = visit;
  const begun = await signIn.begun.open(readCookie(request, context, 'begun'));
  writeCookie(visit, 'begun', '');
  const [, search = ''] = request.url.split(/\?(.*)/s);
  const returned = new URL(`${redirectUriOf(context)}?${search}`);
  // Without the cookie of this browser, or with the state of another one, the provider is not asked.
  if (begun === undefined || returned.searchParams.get('state') !== begun.state)
    return lead(visit, begun === undefined ? '/login' : pathAfter(begun), 'expired');
  const found = await signIn.provider.finish(returned, begun);
  if (!found.ok) return lead(visit, pathAfter(begun), found.fault);
  const { wish } = begun;
  if (wish.purpose !== 'logIn') {
    const outcome = await serveSession(visit, { signIn, begun, wish }, found.value);
    return lead(visit, wish.returnPath, outcome);
  }
  const outcome = await admit(visit, signIn, found.value);
  return lead(visit, outcome === 'done' ? wish.returnPath : '/login', outcome);
}

async function begin(visit: Visit, signIn: SignIn): Promise<FastifyReply> {
  const { request, reply, context } = visit;
  const { ticket, to } = request.query as Query;
  const wish =
    ticket === undefined
      ? ({ purpose: 'logIn', returnPath: returnPathOf(to) } as const)
      : (await signIn.wishes.redeem(ticket))?.holder;
  if (wish === undefined) return lead(visit, '/', 'expired');
  if (wish.purpose !== 'logIn' && !isAsker(visit, wish)) {
    context.audit({ event: 'login_refused', address: request.ip, detail: 'otherBrowser' });
    return lead(visit, '/', 'expired');
  }
  const isFresh = wish.purpose !== 'logIn' || readCookie(request, context, 'again') !== '';
  const started = await signIn.provider.begin(redirectUriOf(context), isFresh);
  if (!started.ok) return lead(visit, wish.purpose === 'logIn' ? '/login' : wish.returnPath, started.fault);
  const { state, nonce, verifier, address } = started.value;
  writeCookie(
    visit,
    'begun',
    await signIn.begun.seal({ state, nonce, verifier, begunAt: context.now(), wish }),
  );
  writeCookie(visit, 'again', '');
  return reply.redirect(address, 303);
}

/** The pages through which a browser passes on its way to the provider and back (decision D99). */
export function providerRoutes(
  context: HttpContext & { readonly meter: Pick<Meter, 'refused'> },
  signIn: SignIn,
) {
  return async (scope: FastifyInstance): Promise<void> => {
    if (context.hasRequestLimits) await limitRequests(scope, context);
    scope.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
    addBackchannelLogout(scope, context, signIn);
    await scope.register(async (pages) => {
      // A user reads a page, not the body of an error.
      pages.setErrorHandler<Error>((error, request, reply) => {
        const isLimit = error instanceof ApiError && error.statusCode === 429;
        if (!isLimit)
          request.log.error({ event: 'request_failed', err: error, route: request.routeOptions.url });
        return lead({ request, reply, context }, '/login', isLimit ? 'tooManyTries' : 'failed');
      });
      const options = { config: atMost(PROVIDER_LIMITS.requests), exposeHeadRoute: false };
      pages.get(PROVIDER_START_PATH, options, (request, reply) => begin({ request, reply, context }, signIn));
      pages.get(PROVIDER_PATHS.callback, options, (request, reply) =>
        end({ request, reply, context }, signIn),
      );
    });
  };
}
