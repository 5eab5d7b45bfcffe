import type { AuditEvent } from '@samtal/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Listed, ListingResult } from '../../../storage/console/listings.ts';
import { okAnswer } from '../../plumbing/answers/answers.ts';
import { notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import type { ConsoleGuard } from './guard.ts';
import { auditDetail, findChangeableListed, idOfResult, requireOwner } from './listing.ts';

type Fields = Pick<Listed, 'organisationId'> & { readonly name: string };

type List<Wanted extends Fields> = {
  find(id: string): Promise<(Listed & Wanted) | undefined>;
  add(wanted: Wanted, most: number): Promise<ListingResult>;
  update(id: string, wanted: Wanted, most: number): Promise<ListingResult>;
  remove(id: string): Promise<boolean>;
};

type Options<Body, Wanted extends Fields> = {
  readonly guard: ConsoleGuard;
  readonly list: List<Wanted>;
  /** Rows of one organisation. */
  readonly most: number;
  /** Reads the fields of a request; throws if one is not valid. */
  readonly fieldsOf: (body: Body) => Wanted;
  /** The events of the audit. */
  readonly events: Readonly<Record<'added' | 'changed' | 'removed', AuditEvent>>;
};

/**
 * Changes to a list in the console. They run one after the other. Each needs an actor who may make it, and is written to
 * the audit log.
 */
export function createListedChanges<
  Body extends { readonly organisation?: number | undefined },
  Wanted extends Fields,
>({ audit, turns }: Pick<HttpContext, 'audit' | 'turns'>, options: Options<Body, Wanted>) {
  const { guard, list, most, fieldsOf, events } = options;
  const finding = { guard, find: (id: string) => list.find(id) };
  const oneAtATime = <T>(task: () => Promise<T>): Promise<T> => turns.inTurn('console', task);

  return {
    add: (request: FastifyRequest, body: Body) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        requireOwner(guard, request, { actor, organisationId: body.organisation });
        const wanted = fieldsOf(body);
        const id = idOfResult(await list.add(wanted, most));
        const detail = auditDetail(wanted.name, wanted.organisationId);
        audit({ event: events.added, by: actor.username, address: request.ip, detail });
        return { id };
      }),
    update: (request: FastifyRequest, id: string, body: Body) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        await findChangeableListed(finding, request, { actor, id });
        requireOwner(guard, request, { actor, organisationId: body.organisation });
        const wanted = fieldsOf(body);
        idOfResult(await list.update(id, wanted, most));
        const detail = auditDetail(wanted.name, wanted.organisationId);
        audit({ event: events.changed, by: actor.username, address: request.ip, detail });
        return okAnswer;
      }),
    remove: (request: FastifyRequest, id: string) =>
      oneAtATime(async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeListed');
        const { name, organisationId } = await findChangeableListed(finding, request, { actor, id });
        if (!(await list.remove(id))) throw notFound();
        const detail = auditDetail(name, organisationId);
        audit({ event: events.removed, by: actor.username, address: request.ip, detail });
        return okAnswer;
      }),
  };
}
