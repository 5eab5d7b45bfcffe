import { createChangeBus } from '../../domain/change-bus.ts';
import type { Coordination } from '../../domain/coordination/coordination.ts';
import type { EventLog } from '../../domain/event-log.ts';
import { COORDINATION_LIMITS } from '../../domain/limits/limits.ts';
import { createRateLimit } from '../../domain/limits/rate-limit.ts';
import type { Membership } from '../server-lock/join-servers.ts';
import { type News, readNotification, writeNotification } from './notifications.ts';
import { createSharedChanges } from './shared-changes.ts';
import { createSharedLeadership } from './shared-leadership.ts';
import { createSharedQuestions } from './shared-questions.ts';
import type { SharedStorage } from './shared-storage.ts';

type Parts = {
  readonly membership: Membership;
  readonly shared: SharedStorage;
  /** Signs the notifications of all processes. */
  readonly secret: string;
  /** Monotonic milliseconds. */
  readonly elapsedMs: () => number;
  readonly log: Pick<EventLog, 'info' | 'warn' | 'error'>;
};

/** For several server processes on one PostgreSQL database (decision D105). */
export function createSharedCoordination({
  membership,
  shared,
  secret,
  elapsedMs,
  log,
}: Parts): Coordination & {
  /** Tells the last changes. */
  close(): Promise<void>;
} {
  const { id, channel } = membership;
  const tell = (news: News): Promise<void> =>
    shared.notify(channel, writeNotification(secret, { ...news, from: id }));
  const changes = createSharedChanges(createChangeBus(), tell);
  const leadership = createSharedLeadership({ membership, elapsedMs, log });
  const questions = createSharedQuestions(leadership.isLeading, tell);
  const mayLog = createRateLimit(COORDINATION_LIMITS.logLines, elapsedMs);

  function heard(text: string): void {
    const news = readNotification(secret, text);
    if (news === undefined) {
      if (mayLog()) log.warn({ event: 'notification_unreadable', length: text.length });
      return;
    }
    if (news.from === id) return;
    if (news.type === 'changes') changes.heard(news.changes);
    else if (news.type === 'anything') changes.anythingChanged();
    else if (news.type === 'answer') questions.answered(news.id, news.is);
    else
      questions
        .asked(news.id, news.question, news.key)
        .catch((error: unknown) => log.error({ event: 'question_not_answered', err: error }));
  }
  membership.attend({
    heard,
    asked: leadership.look,
    rejoined() {
      leadership.rejoined();
      changes.anythingChanged();
    },
  });
  const { attempts, shortLived, turns } = shared;
  return { changes, attempts, shortLived, turns, leadership, questions, close: changes.close };
}
