import {
  CALLS_PER_PAGE,
  type CallFilter,
  callFilterSchema,
  callNumbersAnswerSchema,
  callNumbersQuerySchema,
  callsAnswerSchema,
  callsQuerySchema,
  ERROR_CODES,
  type ListedCall,
  NUMBER_DAYS,
  PATHS,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { lineOf } from '../../../accounts/people-table.ts';
import { findCalls } from '../../../call-records/find-calls.ts';
import { cellsOf, harmless, RECORD_COLUMNS } from '../../../call-records/record-table.ts';
import {
  type CallWish,
  isWished,
  listedMediaOf,
  listedOutcomeOf,
} from '../../../domain/calls/call-filter.ts';
import { countMinutes } from '../../../domain/calls/call-minutes.ts';
import { countCalls } from '../../../domain/calls/call-numbers.ts';
import { callKindOf } from '../../../domain/calls/call-outcome.ts';
import type { CallRecord } from '../../../domain/calls/call-record.ts';
import { dayOf, daysBefore, daysIn } from '../../../domain/calls/day-span.ts';
import { CONSOLE_LIMITS, HTTP_LIMITS } from '../../../domain/limits/limits.ts';
import { searchTermsOf } from '../../../domain/people/contacts.ts';
import { sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue } from '../../plumbing/answers/api-error.ts';
import type { FileSender } from '../../plumbing/answers/send-file.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { createAnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';
import { spanOf } from './span-of.ts';
import { whileLooking } from './while-looking.ts';

type Parts = { readonly guard: ConsoleGuard; readonly sendFile: FileSender };

/** Days for which the numbers are added up unless others are asked for. */
const USUAL_DAYS = 30;

const listed = (record: CallRecord): ListedCall => {
  const { id, caller, callee, beganAt, answeredAt, endedAt } = record;
  const media = listedMediaOf(record);
  return {
    id,
    caller,
    callee,
    beganAt,
    answeredAt,
    endedAt,
    outcome: listedOutcomeOf(record),
    kind: callKindOf(media),
    hasText: media.includes('text'),
  };
};

/** GET console/calls, console/calls/table and console/calls/numbers: addresses and times, never content. */
export function addConsoleCalls(app: TypedInstance, context: HttpContext, { guard, sendFile }: Parts): void {
  const { repositories, audit, now } = context;
  const { callRecords, persons } = repositories;
  const config = atMost(CONSOLE_LIMITS.requests);
  const looking = createAnswerQueue(CONSOLE_LIMITS.looking);

  async function wishOf({ search = '', outcome, kind }: CallFilter): Promise<CallWish> {
    const terms = searchTermsOf(search).slice(0, HTTP_LIMITS.searchWords);
    const { people } =
      terms.length === 0
        ? { people: [] }
        : await persons.search({ terms }, { limit: CONSOLE_LIMITS.namesakes });
    return { terms, addresses: new Set(people.flatMap(({ addresses }) => addresses)), outcome, kind };
  }

  app.get(
    PATHS.consoleCalls,
    {
      config,
      schema: {
        querystring: z.extend(sessionQuerySchema, callsQuerySchema.shape),
        response: { 200: callsAnswerSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.require(request, 'readCalls');
      const span = spanOf(request.query);
      const [time, id = ''] = request.query.before?.split(' ') ?? [];
      const before = time === undefined ? undefined : { beganAt: Number(time), id };
      const open = (await callRecords.listOpen()).toSorted((one, other) => other.beganAt - one.beganAt);
      const { calls, next } = await whileLooking(looking, { reply, key: actor.id }, async () =>
        findCalls(callRecords, { span, wish: await wishOf(request.query), before, limit: CALLS_PER_PAGE }),
      );
      return {
        running: open.slice(0, CALLS_PER_PAGE).map(listed),
        runningTotal: open.length,
        calls: calls.map(listed),
        ...(next && { next: `${next.beganAt} ${next.id}` }),
        ...(next && calls.length < CALLS_PER_PAGE && { searchedTo: next.beganAt }),
      };
    },
  );

  async function* linesOf(filter: CallFilter): AsyncGenerator<string, void, undefined> {
    yield `${lineOf(RECORD_COLUMNS)}\r\n`;
    const wish = await wishOf(filter);
    for await (const page of callRecords.list(spanOf(filter), CONSOLE_LIMITS.recordsPerTurn)) {
      const lines = page
        .filter((record) => isWished(record, wish))
        .map((record) => `${lineOf(cellsOf(record).map(harmless))}\r\n`);
      if (lines.length > 0) yield lines.join('');
    }
  }

  app.get(
    PATHS.consoleCallTable,
    {
      config,
      exposeHeadRoute: false,
      schema: {
        querystring: z.extend(sessionQuerySchema, callFilterSchema.shape),
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.requireConfirmed(request, 'readCalls');
      const { from, to } = request.query;
      spanOf(request.query);
      const detail = `${from ?? ''} ${to ?? ''}`.trim();
      audit({ event: 'calls_exported', account: actor.username, address: request.ip, detail });
      return sendFile(reply, {
        key: `calls ${actor.id}`,
        name: `calls-${dayOf(now())}.csv`,
        type: 'text/csv',
        pieces: linesOf(request.query),
        mayGoOn: () => guard.keeps(request, 'readCalls'),
      });
    },
  );

  async function numbersOf(from: string, to: string) {
    const counted = countCalls();
    const minutes = countMinutes();
    let left: number = CONSOLE_LIMITS.recordsAdded;
    for await (const page of callRecords.list(spanOf({ from, to }), CONSOLE_LIMITS.recordsPerTurn)) {
      left -= page.length;
      if (left < 0) throw new ApiError(409, ERROR_CODES.notPossible, 'Too many calls in these days');
      for (const record of page) {
        counted.add(record);
        minutes.add(record);
      }
    }
    const byDay = new Map<string, { day: string; organisation: number; calls: number; seconds: number }>();
    for (const { day, organisation, calls, seconds } of minutes.sums()) {
      const key = `${day} ${organisation}`;
      const sum = byDay.get(key) ?? { day, organisation, calls: 0, seconds: 0 };
      byDay.set(key, { ...sum, calls: sum.calls + calls, seconds: sum.seconds + seconds });
    }
    return {
      from,
      to,
      calls: [...counted.calls()],
      days: [...counted.days()],
      minutes: [...byDay.values()].map(({ seconds, ...sum }) => ({
        ...sum,
        minutes: Math.round(seconds / 6) / 10,
      })),
    };
  }

  app.get(
    PATHS.consoleCallNumbers,
    {
      config,
      schema: {
        querystring: z.extend(sessionQuerySchema, callNumbersQuerySchema.shape),
        response: { 200: callNumbersAnswerSchema },
      },
    },
    async (request, reply) => {
      const { actor } = await guard.require(request, 'readCalls');
      const to = request.query.to ?? dayOf(now());
      const from = request.query.from ?? daysBefore(to, USUAL_DAYS);
      spanOf({ from, to });
      if (daysIn(from, to) > NUMBER_DAYS) throw invalidValue('from');
      return whileLooking(looking, { reply, key: actor.id }, () => numbersOf(from, to));
    },
  );
}
