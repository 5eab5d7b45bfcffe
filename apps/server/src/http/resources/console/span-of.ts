import type { CallFilter } from '@samtal/api-contract';
import { dayAt, endOfDay } from '../../../domain/calls/day-span.ts';
import type { TimeSpan } from '../../../storage/repositories/repositories.ts';
import { invalidValue } from '../../plumbing/answers/api-error.ts';

const EVER = Number.MAX_SAFE_INTEGER;

/** The time of two days, both included; throws for days that do not exist or are in the wrong order. */
export function spanOf({ from, to }: Pick<CallFilter, 'from' | 'to'>): TimeSpan {
  const begin = from === undefined ? 0 : dayAt(from);
  const end = to === undefined ? EVER : endOfDay(to);
  if (begin === undefined) throw invalidValue('from');
  if (end === undefined || end <= begin) throw invalidValue('to');
  return { from: begin, until: end };
}
