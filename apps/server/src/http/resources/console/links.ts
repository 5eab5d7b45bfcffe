import {
  completeSipAddress,
  ERROR_CODES,
  isListedName,
  type KioskLinkToMake,
  kioskLinkAddressSchema,
  kioskLinkMadeSchema,
  kioskLinksSchema,
  kioskLinkToMakeSchema,
  type ListedLink,
  listedLinkSchema,
  listingQuerySchema,
  okAnswerSchema,
  PATHS,
} from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { endAllLinks, isKnownAddress, kioskAddress, tokenOfLink } from '../../../accounts/kiosk-links.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { type Actor, isListedChangeableBy, organisationOf } from '../../../domain/accounts/roles.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import type { KioskLinkRow } from '../../../storage/console/listings.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue, notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { AnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';
import {
  auditDetail,
  callableOf,
  findChangeableListed,
  findListed,
  idOfResult,
  readListing,
  requireOwner,
} from './listing.ts';
import { personParamsSchema } from './people.ts';

type Parts = { readonly guard: ConsoleGuard; readonly looking: AnswerQueue };

const DAY_MS = 24 * 60 * 60 * 1000;
const TONES = /^[\d*#A-Da-d,]*$/;

const notPossible = (why: string): ApiError => new ApiError(409, ERROR_CODES.notPossible, why);

/** Who may see the address of a link: it logs in without a password, so those that log in as a person are for operators. */
const maySee = (actor: Actor, link: KioskLinkRow): boolean =>
  isListedChangeableBy(actor, link) && (link.accountId === undefined || organisationOf(actor) === undefined);

/** console/links: signed one-click links are made, shown and ended (decision D112). */
export function addConsoleLinks(app: TypedInstance, context: HttpContext, { guard, looking }: Parts): void {
  const { brand, repositories, audit, now, kioskTokens, publicUrl, sipDomain } = context;
  const { kioskLinks } = repositories;
  const config = atMost(CONSOLE_LIMITS.requests);
  const path = `${PATHS.consoleLinks}/:id` as const;
  const ofOne = { querystring: sessionQuerySchema, params: personParamsSchema };
  const oneAtATime = <T>(task: () => Promise<T>): Promise<T> => context.turns.inTurn('console', task);
  /** The pages of an account learn that sessions of it have ended. */
  const announce = (accounts: readonly string[]): void => {
    for (const accountId of accounts) context.changes.publish(accountId, 'sessions');
  };
  const finding = {
    guard,
    async find(id: string) {
      const link = await kioskLinks.find(id);
      return link !== undefined && link.expiresAt > now() ? link : undefined;
    },
  };
  const addressOf = async (link: KioskLinkRow): Promise<string> =>
    kioskAddress(publicUrl(), await tokenOfLink(link, kioskTokens));
  /** Anonymous callers where the brand has none are for the operator to let in. */
  const mayMake = (actor: Actor): boolean =>
    brand.kiosk.enabled &&
    isListedChangeableBy(actor, actor) &&
    (brand.anonymous.enabled || organisationOf(actor) === undefined);

  const answerOf = (actor: Actor, link: KioskLinkRow): ListedLink => ({
    id: link.id,
    name: link.name,
    to: link.to,
    username: link.username,
    ivr: link.ivr,
    ref: link.ref,
    organisation: link.organisationId,
    madeBy: link.madeBy,
    madeAt: link.madeAt,
    expiresAt: link.expiresAt,
    isChangeable: isListedChangeableBy(actor, link),
    isShown: maySee(actor, link),
  });

  /** The account as which a link logs in; only operators make such a link, and never for an account with a role. */
  async function callerOf(request: FastifyRequest, actor: Actor, username: string): Promise<Account> {
    if (organisationOf(actor) !== undefined) return guard.refuse(request, actor, 'username');
    const account = await repositories.accounts.findByUsername(username);
    if (account?.kind !== 'person') throw invalidValue('username');
    if (account.role !== undefined) throw notPossible('The account has a role');
    if (await context.secondFactors.isOn(account.id)) throw notPossible('The account has a second factor');
    return account;
  }

  function fieldsOf({ name: typed, to, ivr = '', ref = '' }: KioskLinkToMake) {
    const name = typed.trim();
    if (!isListedName(name)) throw invalidValue('name');
    if (!TONES.test(ivr)) throw invalidValue('ivr');
    if (ref !== '' && !isListedName(ref)) throw invalidValue('ref');
    return { name, to: completeSipAddress(callableOf(to, 'to'), sipDomain), ivr, ref };
  }

  app.get(
    PATHS.consoleLinks,
    {
      config,
      schema: {
        querystring: z.extend(sessionQuerySchema, listingQuerySchema.shape),
        response: { 200: kioskLinksSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.require(request, 'readListed');
      const { rows, next } = await readListing(
        {
          guard,
          looking,
          all: (after) => kioskLinks.all(now(), after),
          textsOf: ({ name, to, username = '', ref }) => [name, to, username, ref],
        },
        { request, reply, actor },
        request.query,
      );
      return {
        links: rows.map((link) => answerOf(actor, link)),
        next,
        isOn: brand.kiosk.enabled,
        mayMake: mayMake(actor),
      };
    },
  );

  app.get(path, { config, schema: { ...ofOne, response: { 200: listedLinkSchema } } }, async (request) => {
    const { actor } = await guard.require(request, 'readListed');
    return answerOf(actor, await findListed(finding, request, { actor, id: request.params.id }));
  });

  app.get(
    `${path}/address`,
    { config, schema: { ...ofOne, response: { 200: kioskLinkAddressSchema } } },
    async (request) => {
      const { actor } = await guard.requireConfirmed(request, 'changeListed');
      const link = await findChangeableListed(finding, request, { actor, id: request.params.id });
      if (!maySee(actor, link)) return guard.refuse(request, actor, link.username);
      const detail = auditDetail(link.name, link.organisationId);
      audit({
        event: 'kiosk_link_shown',
        account: link.username,
        by: actor.username,
        address: request.ip,
        detail,
      });
      return { address: await addressOf(link) };
    },
  );

  app.post(
    PATHS.consoleLinks,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        body: kioskLinkToMakeSchema,
        response: { 200: kioskLinkMadeSchema },
      },
    },
    (request) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        const { organisation, username, days } = request.body;
        requireOwner(guard, request, { actor, organisationId: organisation });
        if (!brand.kiosk.enabled) throw notPossible('One-click calls are off');
        if (!mayMake(actor)) return guard.refuse(request, actor, 'anonymous');
        const caller = username === undefined ? undefined : await callerOf(request, actor, username);
        const madeAt = now();
        const link = {
          ...fieldsOf(request.body),
          organisationId: organisation,
          accountId: caller?.id,
          madeBy: actor.username,
          madeAt,
          expiresAt: madeAt + days * DAY_MS,
        };
        const id = idOfResult(await kioskLinks.add(link, CONSOLE_LIMITS.links));
        audit({
          event: 'kiosk_link_minted',
          account: caller?.username,
          by: actor.username,
          address: request.ip,
          detail: `${auditDetail(link.name, organisation)}, ${link.to}`,
        });
        const made = { ...link, id, position: madeAt, username: caller?.username };
        return {
          id,
          address: await addressOf(made),
          isKnown: await isKnownAddress(link.to, repositories),
        };
      }),
  );

  app.delete(path, { config, schema: { ...ofOne, response: { 200: okAnswerSchema } } }, (request) =>
    oneAtATime(async () => {
      const { actor } = await guard.requireConfirmed(request, 'changeListed');
      const link = await findChangeableListed(finding, request, { actor, id: request.params.id });
      if (!(await kioskLinks.remove(link.id))) throw notFound();
      announce(await repositories.sessions.endOfLinks(link.id));
      audit({
        event: 'kiosk_link_ended',
        account: link.username,
        by: actor.username,
        address: request.ip,
        detail: auditDetail(link.name, link.organisationId),
      });
      return okAnswer;
    }),
  );

  app.delete(
    PATHS.consoleLinks,
    { config, schema: { querystring: sessionQuerySchema, response: { 200: okAnswerSchema } } },
    (request) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        // The secret is one of all organisations.
        if (organisationOf(actor) !== undefined) return guard.refuse(request, actor, 'all organisations');
        const { links, accounts } = await endAllLinks(repositories, kioskTokens, now());
        announce(accounts);
        const detail = `links: ${links}`;
        audit({ event: 'kiosk_links_ended', by: actor.username, address: request.ip, detail });
        return okAnswer;
      }),
  );
}
