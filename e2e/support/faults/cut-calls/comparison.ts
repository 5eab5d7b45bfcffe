import { lettersOf } from './letters.ts';

const GAP = '\uFFFD';

/** What one user of a call wrote and was told, and what the other end shows of it. */
export type Account = {
  /** The user's own text before and after each of the user's changes, oldest first. */
  readonly edits: readonly { readonly before: string; readonly after: string }[];
  /** The user's own text as the screen showed it, state after state: the page may refuse or undo a change. */
  readonly own: readonly string[];
  /** What the reader saw, state after state, oldest first. */
  readonly seen: readonly string[];
  /** The reports of doubtful text, in the words of the screens; '' when there was none. */
  readonly told: string;
  /** The user's history entry of the call; undefined if no page was left to record one. */
  readonly record: RecordedText | undefined;
  /**
   * Whether this user ended the call. Then no screen reports doubtful text, only the history does, and it
   * contains no erasures.
   */
  readonly hasHungUp: boolean;
};

export type RecordedText = {
  readonly sent: string;
  /** The part that the record marks as in doubt, whether `sent` contains it or not. */
  readonly doubtful: string;
};

/**
 * What happened to the letters of a text; no list has a letter twice. Without a breach, every list of
 * `breaches` is empty.
 */
export type Findings = {
  readonly figures: {
    readonly typed: readonly string[];
    /** Typed, not erased by the user, and missing at the reader. */
    readonly lost: readonly string[];
    readonly told: readonly string[];
    /** Reported to the sender although they arrived. */
    readonly falselyDoubted: readonly string[];
    /** Lost, and only the history reports it. */
    readonly toldByHistoryOnly: readonly string[];
    /** Erased by the user, and still shown to the reader. */
    readonly notErased: readonly string[];
  };
  readonly breaches: {
    /** Never shown to the reader, and the user was not told. */
    readonly lostUnsaid: readonly string[];
    /** Shown to the reader and removed again; the user neither erased it nor was told. */
    readonly erasedUnsaid: readonly string[];
    /**
     * Erased by the user, still shown to the reader, and not reported; empty if the user hung up, because no
     * screen follows then.
     */
    readonly leftUnsaid: readonly string[];
    /** Shown to the reader, and never typed. */
    readonly invented: readonly string[];
    /** In the history as sent, and missing at the reader. */
    readonly recordedAsSaid: readonly string[];
    /** Reported as in doubt on the screen, and in the history as sent without doubt. */
    readonly toldDifferently: readonly string[];
    /** Shown to the reader, and missing in the history. */
    readonly notRecorded: readonly string[];
    /** The writer's and the reader's text, if they differ although nothing is in doubt or missing. */
    readonly unlike: readonly string[];
  };
};

const lettersIn = (texts: readonly string[]): Set<string> => new Set(texts.flatMap(lettersOf));

/** What the screens say before text that was erased here, and perhaps not at the other end. */
const STILL_SEEN = 'The other person may still see: ';
const EACH_REPORT = /(?=Not delivered: |May not have arrived: |The other person may still see: )/;

/** The letters that the screens reported as in doubt: those that were sent, and those that were erased. */
function lettersTold(words: string): { readonly sent: Set<string>; readonly erased: Set<string> } {
  const reports = words.split(EACH_REPORT);
  const isOfErasure = (report: string): boolean => report.startsWith(STILL_SEEN);
  return {
    sent: lettersIn(reports.filter((report) => !isOfErasure(report))),
    erased: lettersIn(reports.filter(isOfErasure).map((report) => report.slice(STILL_SEEN.length))),
  };
}

/** Whether `letter` is one of `letters`, or is what is left of one after its accent was erased. */
const isPartOf = (letters: ReadonlySet<string>, letter: string): boolean =>
  [...letters].some((other) => other.startsWith(letter));

function erasedIn(edits: Account['edits']): Set<string> {
  const erased = new Set<string>();
  for (const { before, after } of edits) {
    const left = new Set(lettersOf(after));
    for (const letter of lettersOf(before)) if (!left.has(letter)) erased.add(letter);
  }
  return erased;
}

function compareRecord(
  record: RecordedText | undefined,
  { own, now, told }: { readonly own: string[]; readonly now: Set<string>; readonly told: Set<string> },
): Pick<Findings['breaches'], 'recordedAsSaid' | 'toldDifferently' | 'notRecorded'> {
  if (record === undefined) return { recordedAsSaid: [], toldDifferently: [], notRecorded: [] };
  const sent = lettersIn([record.sent]);
  const doubtful = lettersIn([record.doubtful]);
  const isSaid = (letter: string): boolean => sent.has(letter) && !doubtful.has(letter);
  return {
    recordedAsSaid: own.filter((letter) => !now.has(letter) && isSaid(letter)),
    toldDifferently: own.filter((letter) => told.has(letter) && isSaid(letter)),
    notRecorded: own.filter((letter) => now.has(letter) && !sent.has(letter) && !doubtful.has(letter)),
  };
}

/** Compares the reader's text with what the writer was told (decisions D10 and D41). */
export function compare({ edits, own, seen, told: words, record, hasHungUp }: Account): Findings {
  const text = own.at(-1) ?? '';
  const shown = seen.at(-1) ?? '';
  const typed = lettersIn(own);
  const entered = lettersIn(edits.map(({ after }) => after));
  const [kept, ever, now] = [lettersIn([text]), lettersIn(seen), lettersIn([shown])];
  const erased = [...erasedIn(edits)].filter((letter) => !kept.has(letter));
  const toldAs = lettersTold(words);
  const told = new Set([...toldAs.sent, ...toldAs.erased].filter((letter) => typed.has(letter)));
  const toldByHistory = lettersIn([record?.doubtful ?? '']);
  const isUnsaid = (letter: string): boolean => !told.has(letter) && !toldByHistory.has(letter);
  const lost = [...typed].filter((letter) => !erased.includes(letter) && !now.has(letter));
  const notErased = erased.filter((letter) => now.has(letter));
  // The screen after a call leaves out a line break at its end. If its erasure came too late, the history has it.
  const ownTexts = record === undefined ? [text] : [text, record.sent];
  const isClear =
    words === '' && (record?.doubtful ?? '') === '' && lost.length === 0 && notErased.length === 0;
  return {
    figures: {
      typed: [...typed],
      lost,
      told: [...told],
      falselyDoubted: [...kept].filter((letter) => told.has(letter) && now.has(letter)),
      toldByHistoryOnly: lost.filter((letter) => !told.has(letter) && toldByHistory.has(letter)),
      notErased,
    },
    breaches: {
      lostUnsaid: lost.filter((letter) => isUnsaid(letter) && !ever.has(letter)),
      erasedUnsaid: lost.filter((letter) => isUnsaid(letter) && ever.has(letter)),
      leftUnsaid: hasHungUp
        ? []
        : notErased.filter((letter) => isUnsaid(letter) && !isPartOf(toldAs.erased, letter)),
      invented: [...ever].filter((letter) => !typed.has(letter) && !entered.has(letter)),
      ...compareRecord(record, { own: lettersOf(text), now, told: toldAs.sent }),
      unlike: isClear && !ownTexts.includes(shown.replaceAll(GAP, '')) ? [text, shown] : [],
    },
  };
}
