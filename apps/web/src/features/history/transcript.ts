import type { HistoryRecord, TranscriptRun } from '@samtal/api-contract';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { durationWords, localDateTime } from '../../client/format/time.ts';

export type TranscriptWords = {
  /** Heading, such as `Call with Bobby Berg`. */
  readonly title: string;
  /** Direction and outcome. */
  readonly how: string;
  /** Names of the authors `own` and `other`. */
  readonly nameOf: (author: TranscriptRun['author']) => string;
  /** Replacement of lost text. */
  readonly missing: string;
  /** Marks the place where earlier text was not kept. */
  readonly cut: string;
  /** Words in front of own text that may not have arrived. */
  readonly doubtful: string;
};

/** The runs of a call; if the server keeps none, one run of the remote user's text and one of own text. */
export function runsOf({ transcript, receivedText, sentText }: HistoryRecord): readonly TranscriptRun[] {
  if (transcript.length > 0) return transcript;
  const whole: readonly TranscriptRun[] = [
    { author: 'other', text: receivedText, offsetMs: 0 },
    { author: 'own', text: sentText, offsetMs: 0 },
  ];
  return whole.filter(({ text }) => text !== '');
}

/** Who wrote a run; in a call of three it names the other users itself (decision D102). */
export const authorOf = (
  { author, name }: Pick<TranscriptRun, 'author' | 'name'>,
  { nameOf }: Pick<TranscriptWords, 'nameOf'>,
): string => name ?? nameOf(author);

function linesOf(
  { text, isCut, isDoubtful }: TranscriptRun,
  { missing, cut, doubtful }: TranscriptWords,
): readonly string[] {
  const lines = text.replaceAll(MISSING_TEXT_MARK, `[${missing}]`).replace(/\n+$/, '').split('\n');
  const told = isDoubtful === true ? lines.map((line) => `[${doubtful}] ${line}`) : lines;
  return isCut === true ? [`[${cut}]`, ...told] : told;
}

/** A call as plain text: a heading, then the lines of the runs, each with time and author. */
export function transcriptText(record: HistoryRecord, words: TranscriptWords): string {
  const head = [
    words.title,
    `${localDateTime(record.timestamp)}, ${record.sipAddress}`,
    `${words.how}, ${durationWords(record.duration * 1000)}`,
    '',
  ];
  const said = runsOf(record).flatMap((run) =>
    linesOf(run, words).map((line) => `[${durationWords(run.offsetMs)}] ${authorOf(run, words)}: ${line}`),
  );
  return `${[...head, ...said].join('\n')}\n`;
}

/** Least duration of a subtitle, so that it can be read even if the next run begins earlier. */
const SHORTEST_CUE_MS = 2000;

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** A time as `hh:mm:ss.ttt` (WebVTT §4.1). */
function cueTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds % 60, 2)}.${padded(Math.floor(ms) % 1000, 3)}`;
}

/** Escapes markup characters (WebVTT §4.2.2), also `>`, because `-->` in the text would end a cue. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * A call as WebVTT subtitles for a recording of the call: one cue for each run. Times count from the start of
 * the call. Cues may overlap, which the format allows.
 */
export function transcriptVtt(record: HistoryRecord, words: TranscriptWords): string {
  const runs = runsOf(record);
  const cues = runs.map((run, index) => {
    const { offsetMs } = run;
    const next = runs[index + 1]?.offsetMs ?? record.duration * 1000;
    const end = Math.max(next, offsetMs + SHORTEST_CUE_MS);
    const lines = linesOf(run, words)
      .map(oneLine)
      // An empty line would end the cue.
      .filter((line) => line !== '')
      .map(escaped);
    const voice = escaped(oneLine(authorOf(run, words)));
    return [`${cueTime(offsetMs)} --> ${cueTime(end)}`, `<v ${voice}>${lines.join('\n')}`].join('\n');
  });
  const note = `NOTE ${escaped(oneLine(`${words.title}, ${localDateTime(record.timestamp)}`))}`;
  return `${['WEBVTT', note, ...cues].join('\n\n')}\n`;
}
