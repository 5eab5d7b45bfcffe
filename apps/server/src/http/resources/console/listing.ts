import {
  ERROR_CODES,
  foldText,
  isListedAddress,
  LISTED_PER_PAGE,
  type ListingQuery,
} from '@samtal/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Actor,
  isListedChangeableBy,
  isListedFor,
  organisationOf,
} from '../../../domain/accounts/roles.ts';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { searchTermsOf } from '../../../domain/people/contacts.ts';
import type { Listed, ListingResult, ListPlace } from '../../../storage/console/listings.ts';
import type { Pages } from '../../../storage/repositories/people-repositories.ts';
import { ApiError, invalidValue, notFound } from '../../plumbing/answers/api-error.ts';
import type { AnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import type { ConsoleGuard } from './guard.ts';
import { whileLooking } from './while-looking.ts';

export type ListReader<Row extends ListPlace> = {
  readonly guard: ConsoleGuard;
  /** Searches at a time. */
  readonly looking: AnswerQueue;
  readonly all: (after: ListPlace | undefined) => Pages<Row>;
  /** What the words of a search are looked for in. */
  readonly textsOf: (row: Row) => readonly string[];
};

function placeOf(after: string | undefined): ListPlace | undefined {
  const [position, id] = after?.split(' ') ?? [];
  return position === undefined || id === undefined ? undefined : { position: Number(position), id };
}

type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly actor: Actor };

/** One page of a list, as far as the role of the actor reaches, and where the next page begins. */
export async function readListing<Row extends Listed>(
  { guard, looking, all, textsOf }: ListReader<Row>,
  { request, reply, actor }: Visit,
  { search = '', organisation, after }: ListingQuery,
): Promise<{ readonly rows: readonly Row[]; readonly next?: string }> {
  const wanted = organisation === undefined ? undefined : Number(organisation);
  const limit = organisationOf(actor);
  if (limit !== undefined && wanted !== undefined && wanted !== limit)
    return guard.refuse(request, actor, `organisation ${wanted}`);
  const terms = searchTermsOf(search).slice(0, HTTP_LIMITS.searchWords);
  const isWished = (row: Row): boolean => {
    const { organisationId } = row;
    if (!isListedFor(actor, row)) return false;
    if (wanted !== undefined && organisationId !== undefined && organisationId !== wanted) return false;
    const text = terms.length === 0 ? '' : foldText(textsOf(row).join('\n'));
    return terms.every((term) => text.includes(term));
  };
  return whileLooking(looking, { reply, key: actor.id }, async () => {
    const rows: Row[] = [];
    for await (const page of all(placeOf(after)))
      for (const row of page.filter(isWished)) {
        const last = rows.at(-1);
        if (last !== undefined && rows.length === LISTED_PER_PAGE)
          return { rows, next: `${last.position} ${last.id}` };
        rows.push(row);
      }
    return { rows };
  });
}

type Finding<Row> = { readonly guard: ConsoleGuard; readonly find: (id: string) => Promise<Row | undefined> };

/** The row with this id, if the actor may know of it; else answers 404. */
export async function findListed<Row extends Listed>(
  { guard, find }: Finding<Row>,
  request: FastifyRequest,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Row> {
  const row = await find(id);
  if (row !== undefined && isListedFor(actor, row)) return row;
  guard.note(request, actor);
  throw notFound();
}

/** The row with this id, if the actor may change it; else answers 404 or 403. */
export async function findChangeableListed<Row extends Listed>(
  finding: Finding<Row>,
  request: FastifyRequest,
  wish: { readonly actor: Actor; readonly id: string },
): Promise<Row> {
  const row = await findListed(finding, request, wish);
  return isListedChangeableBy(wish.actor, row) ? row : finding.guard.refuse(request, wish.actor);
}

/** Answers 403 if the actor may not put something into the list of an organisation; undefined = of every one. */
export function requireOwner(
  guard: ConsoleGuard,
  request: FastifyRequest,
  { actor, organisationId }: { readonly actor: Actor; readonly organisationId: number | undefined },
): void {
  if (!isListedChangeableBy(actor, { organisationId }))
    guard.refuse(request, actor, `organisation ${organisationId ?? 'all'}`);
}

/** A number or address without scheme and spaces around it; throws if it cannot be called. */
export function callableOf(typed: string, field = 'address'): string {
  const address = typed.trim().replace(/^sips?:/i, '');
  if (!isListedAddress(address)) throw invalidValue(field);
  return address;
}

/** The id of what was added or changed; answers 404 or 409 if it was not. */
export function idOfResult(result: ListingResult): string {
  if (result.outcome === 'done') return result.id;
  if (result.outcome === 'gone') throw notFound();
  throw result.outcome === 'exists'
    ? new ApiError(409, ERROR_CODES.alreadyListed, 'There is such an entry already')
    : new ApiError(409, ERROR_CODES.listFull, 'The list is full');
}

/** How an audit entry names something in a list. */
export const auditDetail = (name: string, organisationId: number | undefined): string =>
  `${organisationId === undefined ? 'all organisations' : `organisation ${organisationId}`}: ${name}`;
