import * as z from 'zod/mini';

/** Number of entries in one answer: the default, and the most that a client may request. */
export const HISTORY_PAGE = { initial: 50, most: 200 } as const;

/** Longest text of one author that is kept, in UTF-16 units; the server refuses a longer one. */
export const HISTORY_TEXT_MAX_LENGTH = 100_000;
/** Length of the texts in lists, in characters; the answer for a single entry has the whole texts. */
export const HISTORY_PREVIEW_LENGTH = 200;
const TRANSCRIPT_MAX_RUNS = 5000;

const callText = z.string().check(z.maxLength(HISTORY_TEXT_MAX_LENGTH));
/** Id of the entry (`historyIdOf`): reports of the same call have the same id and make one entry. */
const id = z.string().check(z.regex(/^[\w-]{1,64}$/));

const shape = {
  id,
  type: z.enum(['incoming', 'outgoing']),
  /** Whether the call was answered. */
  answered: z.boolean(),
  /** How the call ended, as named by the call core. */
  outcome: z.string().check(z.regex(/^[A-Za-z_]{1,40}$/)),
  sipAddress: z.string().check(z.maxLength(255)),
  contactName: z.string().check(z.maxLength(255)),
  receivedText: callText,
  /** This user's text that was delivered; the transcript also has the text whose delivery is in doubt. */
  sentText: callText,
  /** Start of the call, milliseconds since the epoch. */
  timestamp: z.int().check(z.minimum(0), z.maximum(8.64e15)),
  /** Seconds from answer to end; 0 if the call was not answered. */
  duration: z.int().check(z.minimum(0), z.maximum(31_536_000)),
};

/** A run of text of one author in a transcript. */
const transcriptRunSchema = z.object({
  author: z.enum(['own', 'other']),
  /** Who wrote the run, where the call had three people (decision D102); absent = the other person of the entry, or this user. */
  name: z.optional(z.string().check(z.maxLength(255))),
  text: callText,
  /** Text of the author before this run was not kept; set only in the author's first run. */
  isCut: z.optional(z.literal(true)),
  /** The text may not have arrived at the other person; set only in runs of this user. */
  isDoubtful: z.optional(z.literal(true)),
  /** Milliseconds from the entry's timestamp to the first character of the run. */
  offsetMs: z.int().check(z.minimum(0), z.maximum(31_536_000_000)),
});

export type TranscriptRun = z.infer<typeof transcriptRunSchema>;

/** One finished call (HIST-01, decision D14) as shown in lists. */
export const historyEntrySchema = z.object(shape);

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** One finished call with its transcript: body of POST history, answer of GET history/{id}. */
export const historyRecordSchema = z.object({
  ...shape,
  transcript: z.array(transcriptRunSchema).check(z.maxLength(TRANSCRIPT_MAX_RUNS)),
  /** The server removed the texts to make room for newer calls; only a server sets this. */
  isTextRemoved: z.optional(z.boolean()),
});

export type HistoryRecord = z.infer<typeof historyRecordSchema>;

/**
 * Answer of GET history: newest first, texts cut to {@link HISTORY_PREVIEW_LENGTH}. `next` is the value of
 * `before` for the request for older entries; null if there are none.
 */
export const historyAnswerSchema = z.object({
  entries: z.array(historyEntrySchema),
  next: z.nullable(z.string()),
});

export type HistoryAnswer = z.infer<typeof historyAnswerSchema>;

/**
 * The form of the parameter `before`: a time and, optionally, the id of the last entry that the client has of
 * that time.
 */
export const HISTORY_CURSOR = /^\d{1,16}(\.[\w-]{1,64})?$/;

/**
 * The text to shorten for the preview of this user's text in a list: the delivered text or, if no text was
 * delivered, all own text in the transcript.
 */
export const sentPreviewOf = ({ sentText, transcript }: HistoryRecord): string =>
  sentText !== '' ? sentText : transcript.map(({ author, text }) => (author === 'own' ? text : '')).join('');

/** Whether a call was missed: incoming and not answered. */
export const isMissedCall = ({ type, answered }: Pick<HistoryEntry, 'type' | 'answered'>): boolean =>
  type === 'incoming' && !answered;
