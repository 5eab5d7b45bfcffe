/** A question to the server process that leads, such as to the one whose agent lets a call ring. */
export const QUESTIONS = ['pushedCallRinging', 'pushedCallRejected', 'pushedDevicesReviewed'] as const;
export type Question = (typeof QUESTIONS)[number];

export type Answers = Readonly<Record<Question, (key: string) => Promise<boolean>>>;

export type Questions = {
  /** Sets how this process answers while it leads. */
  answer(answers: Answers): void;
  /** Asks the process that leads. @returns false also when none answers in time */
  ask(question: Question, key: string): Promise<boolean>;
};

/** Asks within one process. */
export function createOwnQuestions(): Questions {
  let own: Answers | undefined;
  return {
    answer(answers) {
      own = answers;
    },
    ask: async (question, key) => (await own?.[question](key)) ?? false,
  };
}
