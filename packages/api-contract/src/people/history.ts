import * as z from 'zod/mini';

/** Entries of one answer if the client gives no number, and the most it may request. */
export const HISTORY_PAGE = { initial: 50, most: 200 } as const;

/** Longest text of one author that is kept, in UTF-16 units; the server refuses a longer one. */
export const HISTORY_TEXT_MAX_LENGTH = 100_000;
/** Lists cut the texts after this many characters; the single entry has the whole texts. */
export const HISTORY_PREVIEW_LENGTH = 200;
const TRANSCRIPT_MAX_RUNS = 5000;

const callText = z.string().check(z.maxLength(HISTORY_TEXT_MAX_LENGTH));
/** Created by the client, so that a call recorded twice has one entry. */
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
  /** The text that has surely arrived; the transcript also has the rest. */
  sentText: callText,
  /** Start of the call, milliseconds since the epoch. */
  timestamp: z.int().check(z.minimum(0), z.maximum(8.64e15)),
  /** Seconds from answer to end; 0 if the call was not answered. */
  duration: z.int().check(z.minimum(0), z.maximum(31_536_000)),
};

/** A run of text of one author in a transcript. */
const transcriptRunSchema = z.object({
  author: z.enum(['own', 'other']),
  text: callText,
  /** Earlier text of the author is not kept; only in the author's first run. */
  isCut: z.optional(z.literal(true)),
  /** The text may not have arrived; only in runs of this user. */
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
 * Answer of GET history: newest first, texts cut to {@link HISTORY_PREVIEW_LENGTH}. `next` is the `before` of
 * the request for older entries; null means that there are none.
 */
export const historyAnswerSchema = z.object({
  entries: z.array(historyEntrySchema),
  next: z.nullable(z.string()),
});

export type HistoryAnswer = z.infer<typeof historyAnswerSchema>;

/** A valid `before`: a time, and optionally the id of the last entry with that time in the last answer. */
export const HISTORY_CURSOR = /^\d{1,16}(\.[\w-]{1,64})?$/;

/** The preview of this user's text in a list; if no text surely arrived, the text that may have arrived. */
export const sentPreviewOf = ({ sentText, transcript }: HistoryRecord): string =>
  sentText !== '' ? sentText : transcript.map(({ author, text }) => (author === 'own' ? text : '')).join('');

/** Whether a call was missed: incoming and not answered. */
export const isMissedCall = ({ type, answered }: Pick<HistoryEntry, 'type' | 'answered'>): boolean =>
  type === 'incoming' && !answered;
