import {
  CALLS_PER_PAGE,
  callsAnswerSchema,
  callsQuerySchema,
  type ListedCall,
  PATHS,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { callKindOf, outcomeOfStatus } from '../../../domain/calls/call-outcome.ts';
import type { CallRecord } from '../../../domain/calls/call-record.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import { sessionQuerySchema } from '../../plumbing/answers.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';

function outcomeOf({ endedAt, answeredAt, status }: CallRecord): ListedCall['outcome'] {
  if (endedAt === undefined) return 'running';
  return answeredAt === undefined ? outcomeOfStatus(status ?? 0) : 'answered';
}

const listed = (record: CallRecord): ListedCall => {
  const { id, caller, callee, beganAt, answeredAt, endedAt, offered, used } = record;
  const media = answeredAt === undefined ? offered : used;
  return {
    id,
    caller,
    callee,
    beganAt,
    answeredAt,
    endedAt,
    outcome: outcomeOf(record),
    kind: callKindOf(media),
    hasText: media.includes('text'),
  };
};

/** GET console/calls: the calls that go on now, and the last ones; addresses and times, never content. */
export function addConsoleCalls(
  app: TypedInstance,
  { repositories: { callRecords } }: HttpContext,
  guard: ConsoleGuard,
): void {
  app.get(
    PATHS.consoleCalls,
    {
      config: atMost(CONSOLE_LIMITS.requests),
      schema: {
        querystring: z.extend(sessionQuerySchema, callsQuerySchema.shape),
        response: { 200: callsAnswerSchema },
      },
    },
    async (request) => {
      await guard.require(request, 'readCalls');
      const [time, id = ''] = request.query.before?.split(' ') ?? [];
      const before = time === undefined ? undefined : { beganAt: Number(time), id };
      const open = (await callRecords.listOpen()).toSorted((one, other) => other.beganAt - one.beganAt);
      const calls = await callRecords.latest(CALLS_PER_PAGE, before);
      const last = calls.length < CALLS_PER_PAGE ? undefined : calls.at(-1);
      return {
        running: open.slice(0, CALLS_PER_PAGE).map(listed),
        runningTotal: open.length,
        calls: calls.map(listed),
        next: last && `${last.beganAt} ${last.id}`,
      };
    },
  );
}
