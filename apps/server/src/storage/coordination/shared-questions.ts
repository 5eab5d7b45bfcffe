import { randomUUID } from 'node:crypto';
import type { Answers, Question, Questions } from '../../domain/coordination/questions.ts';
import { COORDINATION_LIMITS } from '../../domain/limits/limits.ts';
import type { News } from './notifications.ts';

export type SharedQuestions = Questions & {
  /** Another process asks: the process that leads answers. */
  asked(id: string, question: Question, key: string): Promise<void>;
  answered(id: string, is: boolean): void;
};

/** Asks the process that leads, by `tell`, and answers while this process leads. */
export function createSharedQuestions(
  isLeading: () => boolean,
  tell: (news: News) => Promise<void>,
): SharedQuestions {
  let own: Answers | undefined;
  const waiting = new Map<string, (is: boolean) => void>();

  return {
    answer(answers) {
      own = answers;
    },
    async ask(question, key) {
      if (isLeading()) return (await own?.[question](key)) ?? false;
      const id = randomUUID();
      const answer = new Promise<boolean>((resolve) => {
        const late = setTimeout(() => done(false), COORDINATION_LIMITS.answerMs).unref();
        function done(is: boolean): void {
          clearTimeout(late);
          waiting.delete(id);
          resolve(is);
        }
        waiting.set(id, done);
      });
      await tell({ type: 'question', id, question, key });
      return answer;
    },
    async asked(id, question, key) {
      if (own !== undefined && isLeading()) await tell({ type: 'answer', id, is: await own[question](key) });
    },
    answered: (id, is) => waiting.get(id)?.(is),
  };
}
