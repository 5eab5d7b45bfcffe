import {
  type AuditEntry,
  type AuditFilter,
  auditAnswerSchema,
  auditFilterSchema,
  auditQuerySchema,
  ENTRIES_PER_PAGE,
  ERROR_CODES,
  foldText,
  PATHS,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { lineOf } from '../../../accounts/people-table.ts';
import type { NameBorders } from '../../../audit/name-borders.ts';
import type { AuditPlace, AuditReader } from '../../../audit/read-audit.ts';
import { harmless } from '../../../call-records/record-table.ts';
import { type Actor, isVisibleTo, organisationOf } from '../../../domain/accounts/roles.ts';
import { dayOf } from '../../../domain/calls/day-span.ts';
import { CONSOLE_LIMITS, HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { searchTermsOf } from '../../../domain/people/contacts.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError } from '../../plumbing/answers/api-error.ts';
import type { FileSender } from '../../plumbing/answers/send-file.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { createAnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';
import { spanOf } from './span-of.ts';
import { whileLooking } from './while-looking.ts';

type Parts = { readonly guard: ConsoleGuard; readonly sendFile: FileSender };

const COLUMNS = ['time', 'event', 'account', 'by', 'address', 'detail'];

const cellsOf = ({ time, event, account = '', by = '', address = '', detail = '' }: AuditEntry): string[] => [
  new Date(time).toISOString(),
  event,
  account,
  by,
  address,
  detail,
];

/**
 * An entry as an administrator reads it, without what may belong to another organisation: the detail of a refusal, which
 * names the person of the refused request, and the network address of the other person who has done something.
 */
const withoutOthers =
  ({ username }: Actor) =>
  (entry: AuditEntry): AuditEntry => ({
    ...entry,
    detail: entry.event === 'console_refused' ? undefined : entry.detail,
    address: entry.by === undefined || entry.by === username ? entry.address : undefined,
  });

function placeOf(before: string | undefined): AuditPlace | undefined {
  const [inode, start] = before?.split('-') ?? [];
  return inode === undefined || start === undefined ? undefined : { inode, start: Number(start) };
}

/** GET console/audit and console/audit/table: what `audit.log` says, as far as the role reaches. */
export function addConsoleAudit(app: TypedInstance, context: HttpContext, { guard, sendFile }: Parts): void {
  const { repositories, nameBorders, audit, now } = context;
  const config = atMost(CONSOLE_LIMITS.requests);
  const looking = createAnswerQueue(CONSOLE_LIMITS.looking);

  function requireReader(): AuditReader {
    const { auditReader } = context;
    if (auditReader === undefined)
      throw new ApiError(409, ERROR_CODES.notPossible, 'Each server process has an audit of its own');
    return auditReader;
  }

  /** Which accounts the actor may know of: for an administrator those of the own organisation, since they have their name. */
  function reachOf(actor: Actor, borders: NameBorders | undefined) {
    const visible = new Map<string, boolean>();
    return async ({ account: username, time }: AuditEntry): Promise<boolean> => {
      if (borders === undefined) return true;
      if (username === undefined) return false;
      const begin = borders.of(username) ?? borders.since ?? 0;
      if (time < begin) return false;
      const known = visible.get(username);
      if (known !== undefined) return known;
      const account = await repositories.accounts.findByUsername(username);
      const isVisible = account !== undefined && isVisibleTo(actor, account);
      visible.set(username, isVisible);
      return isVisible;
    };
  }

  async function wishOf(actor: Actor, filter: AuditFilter) {
    const isLimited = organisationOf(actor) !== undefined;
    const shown = isLimited ? withoutOthers(actor) : (entry: AuditEntry): AuditEntry => entry;
    const isReached = reachOf(actor, isLimited ? await nameBorders() : undefined);
    const terms = searchTermsOf(filter.search ?? '').slice(0, HTTP_LIMITS.searchWords);
    const isWished = (entry: AuditEntry): boolean | Promise<boolean> => {
      if (filter.event !== undefined && entry.event !== filter.event) return false;
      if (terms.length > 0) {
        const { account, by, address, detail } = shown(entry);
        const text = foldText([account, by, address, detail].join('\n'));
        if (!terms.every((term) => text.includes(term))) return false;
      }
      return isReached(entry);
    };
    return { wish: { span: spanOf(filter), isWished }, shown };
  }

  app.get(
    PATHS.consoleAudit,
    {
      config,
      schema: {
        querystring: z.extend(sessionQuerySchema, auditQuerySchema.shape),
        response: { 200: auditAnswerSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.require(request, 'readAudit');
      const reader = requireReader();
      const { wish, shown } = await wishOf(actor, request.query);
      const { entries, next, readTo } = await whileLooking(looking, { reply, key: actor.id }, () =>
        reader.page(wish, ENTRIES_PER_PAGE, placeOf(request.query.before)),
      );
      return {
        entries: entries.map(shown),
        ...(next && { next: `${next.inode}-${next.start}` }),
        ...(next && entries.length < ENTRIES_PER_PAGE && { searchedTo: readTo }),
      };
    },
  );

  async function* linesOf(
    reader: AuditReader,
    actor: Actor,
    filter: AuditFilter,
  ): AsyncGenerator<string, void, undefined> {
    yield `${lineOf(COLUMNS)}\r\n`;
    const { wish, shown } = await wishOf(actor, filter);
    for await (const portion of reader.all(wish))
      yield portion.map((entry) => `${lineOf(cellsOf(shown(entry)).map(harmless))}\r\n`).join('');
  }

  app.get(
    PATHS.consoleAuditTable,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        querystring: z.extend(sessionQuerySchema, auditFilterSchema.shape),
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.requireConfirmed(request, 'readAudit');
      const reader = requireReader();
      spanOf(request.query);
      const limit = organisationOf(actor);
      const detail = limit === undefined ? undefined : `organisation ${limit}`;
      audit({ event: 'audit_exported', account: actor.username, address: request.ip, detail });
      return sendFile(reply, {
        key: `audit ${actor.id}`,
        name: `audit-${dayOf(now())}.csv`,
        type: 'text/csv',
        pieces: linesOf(reader, actor, request.query),
        mayGoOn: () => guard.keeps(request, 'readAudit'),
      });
    },
  );
}
