import * as z from 'zod/mini';

/** Entries of one answer when the client names no number, and the most it may ask for. */
export const HISTORY_PAGE = { initial: 50, most: 200 } as const;

/** Longest text of one party that is kept, in UTF-16 units; the server refuses longer ones. */
export const HISTORY_TEXT_MAX_LENGTH = 100_000;
/** In a list the texts are cut after this many characters; the single entry has them whole. */
export const HISTORY_PREVIEW_LENGTH = 200;
const TRANSCRIPT_MAX_RUNS = 5000;

const callText = z.string().check(z.maxLength(HISTORY_TEXT_MAX_LENGTH));
/** Made by the client, so that a call recorded twice is there once. */
const id = z.string().check(z.regex(/^[\w-]{1,64}$/));

const shape = {
  id,
  type: z.enum(['incoming', 'outgoing']),
  /** Whether it came to a conversation. */
  answered: z.boolean(),
  /** How the call ended, in the call core's words. */
  outcome: z.string().check(z.regex(/^[A-Za-z_]{1,40}$/)),
  sipAddress: z.string().check(z.maxLength(255)),
  contactName: z.string().check(z.maxLength(255)),
  receivedText: callText,
  /** The text that is known to have arrived; the transcript has the rest as well. */
  sentText: callText,
  /** When it began, milliseconds since the epoch. */
  timestamp: z.int().check(z.minimum(0), z.maximum(8.64e15)),
  /** Seconds of conversation; 0 when there was none. */
  duration: z.int().check(z.minimum(0), z.maximum(31_536_000)),
};

/** Words of one party that stand together in a transcript. */
const transcriptRunSchema = z.object({
  author: z.enum(['own', 'other']),
  text: callText,
  /** The author wrote more before, which is not kept; only in the author's first run. */
  isCut: z.optional(z.literal(true)),
  /** The author's words may not have arrived; only in own runs. */
  isDoubtful: z.optional(z.literal(true)),
  /** Milliseconds from the entry's timestamp to the run's first character. */
  offsetMs: z.int().check(z.minimum(0), z.maximum(31_536_000_000)),
});

export type TranscriptRun = z.infer<typeof transcriptRunSchema>;

/** One finished call (HIST-01, decision D14) as the lists show it. */
export const historyEntrySchema = z.object(shape);

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** One finished call with who said what when: body of POST history, answer of GET history/{id}. */
export const historyRecordSchema = z.object({
  ...shape,
  transcript: z.array(transcriptRunSchema).check(z.maxLength(TRANSCRIPT_MAX_RUNS)),
  /** The texts have made room for those of newer calls; only a server says so. */
  isTextRemoved: z.optional(z.boolean()),
});

export type HistoryRecord = z.infer<typeof historyRecordSchema>;

/**
 * Answer of GET history: newest first, texts cut to {@link HISTORY_PREVIEW_LENGTH}. `next` goes into `before` of the
 * question for what is older; null = there is nothing older.
 */
export const historyAnswerSchema = z.object({
  entries: z.array(historyEntrySchema),
  next: z.nullable(z.string()),
});

export type HistoryAnswer = z.infer<typeof historyAnswerSchema>;

/** What may stand in `before`: a moment, and the entry of that moment which the last answer ended with. */
export const HISTORY_CURSOR = /^\d{1,16}(\.[\w-]{1,64})?$/;

/** What a list shows of the own text: where nothing is known to have arrived, what may have. */
export const sentPreviewOf = ({ sentText, transcript }: HistoryRecord): string =>
  sentText !== '' ? sentText : transcript.map(({ author, text }) => (author === 'own' ? text : '')).join('');

/** Whether a call counts as missed: it came in and there was no conversation. */
export const isMissedCall = ({ type, answered }: Pick<HistoryEntry, 'type' | 'answered'>): boolean =>
  type === 'incoming' && !answered;
