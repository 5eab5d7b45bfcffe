import {
  featuresFor,
  HISTORY_CURSOR,
  HISTORY_PAGE,
  historyAnswerSchema,
  historyRecordSchema,
  okAnswerSchema,
  PATHS,
  valueOf,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import type { Account } from '../../../domain/accounts/account.ts';
import { HISTORY_LIMITS, HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { oldestKept, RETENTION_KEY, recordToKeep } from '../../../domain/people/history.ts';
import { okAnswer, okText, okTextAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { notFound } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { requireSession, sessionFirst } from '../../plumbing/security/session-guard.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';

/** What a request about one call has. */
const ofCall = {
  querystring: sessionQuerySchema,
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
};
const listQuery = z.extend(sessionQuerySchema, {
  before: z.optional(z.string().check(z.regex(HISTORY_CURSOR))),
  limit: z._default(
    z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(HISTORY_PAGE.most)),
    HISTORY_PAGE.initial,
  ),
  missed: z._default(z.enum(['true', 'false']), 'false'),
});

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [timestamp = '', id] = cursor.split('.');
  return { timestamp: Number(timestamp), id };
}

/**
 * Adds history/…: the finished calls, stored in the account (decision D14). Clients use it if the login
 * answer has SYS_HISTORY.
 */
export function addHistory(app: TypedInstance, context: HttpContext): void {
  const { brand, changes, limits, now } = context;
  const { history, organisations } = context.repositories;

  /**
   * The time since which calls are shown; undefined = all calls. The hourly sweep removes older calls later.
   */
  async function oldestShown({ organisationId }: Account): Promise<number | undefined> {
    const settings = await organisations.list(organisationId);
    return oldestKept(valueOf(settings, RETENTION_KEY), now());
  }

  const roomOf = ({ kind }: Account) =>
    kind === 'anonymous'
      ? { entries: HISTORY_LIMITS.anonymousEntries, bytes: HISTORY_LIMITS.anonymousBytes }
      : { entries: HISTORY_LIMITS.entries, bytes: limits.historyBytes };

  app.get(
    PATHS.history,
    { schema: { querystring: listQuery, response: { 200: historyAnswerSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      const { before, limit, missed } = request.query;
      const entries = [
        ...(await history.list(account.id, {
          before: readCursor(before),
          since: await oldestShown(account),
          limit: limit + 1,
          isMissedOnly: missed === 'true',
        })),
      ];
      const hasMore = entries.length > limit;
      if (hasMore) entries.pop();
      const last = entries.at(-1);
      return { entries, next: hasMore && last !== undefined ? `${last.timestamp}.${last.id}` : null };
    },
  );

  app.get(
    `${PATHS.history}/:id`,
    { schema: { ...ofCall, response: { 200: historyRecordSchema } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      const record = await history.find(account.id, request.params.id, await oldestShown(account));
      if (record === undefined) throw notFound();
      return record;
    },
  );

  app.post(
    PATHS.history,
    {
      ...sessionFirst(context),
      bodyLimit: HTTP_LIMITS.callRecordBytes,
      schema: {
        querystring: sessionQuerySchema,
        body: historyRecordSchema,
        response: { 200: okAnswerSchema },
      },
    },
    async (request) => {
      const { account } = await requireSession(request, context);
      const { organisationId } = account;
      const { transcripts } = featuresFor(brand, organisationId, await organisations.list(organisationId));
      const record = recordToKeep(request.body, transcripts, now());
      if (await history.add(account.id, record, roomOf(account))) changes.publish(account.id, 'history');
      if (account.kind === 'anonymous') await history.trimAnonymous(limits.anonymousHistoryBytes);
      return okAnswer;
    },
  );

  app.delete(
    `${PATHS.history}/:id`,
    { schema: { ...ofCall, response: { 200: okTextAnswer } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      if (!(await history.remove(account.id, request.params.id))) throw notFound();
      changes.publish(account.id, 'history');
      return okText;
    },
  );

  app.delete(
    PATHS.history,
    { schema: { querystring: sessionQuerySchema, response: { 200: okTextAnswer } } },
    async (request) => {
      const { account } = await requireSession(request, context);
      await history.removeAll(account.id);
      changes.publish(account.id, 'history');
      return okText;
    },
  );
}
