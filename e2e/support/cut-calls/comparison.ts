import { lettersOf } from './letters.ts';

const GAP = '\uFFFD';

/** What one person of a call wrote and was told, and what came of it at the other end. */
export type Account = {
  /** What the person's own text was before and after each change that the person made, oldest first. */
  readonly edits: readonly { readonly before: string; readonly after: string }[];
  /** What the person's screen showed as the own text, state after state: the page may refuse or undo a change. */
  readonly own: readonly string[];
  /** What the reader saw, state after state, oldest first. */
  readonly seen: readonly string[];
  /** What the screens said may be otherwise at the other end, in their words; '' when they said nothing. */
  readonly told: string;
  /** What the person's history has of the call; undefined where there is no screen left to keep one. */
  readonly record: RecordedText | undefined;
  /** The person has ended the call, and no screen follows: the history alone can tell, and it has no erasures. */
  readonly hasHungUp: boolean;
};

export type RecordedText = {
  readonly sent: string;
  /** The part that the record marks as not known to have arrived, whether `sent` holds it or not. */
  readonly doubtful: string;
};

/** Letters, each named once; an account without a breach has none in any of `breaches`. */
export type Findings = {
  readonly figures: {
    readonly typed: readonly string[];
    /** Typed, not erased by the person, and not before the reader. */
    readonly lost: readonly string[];
    readonly told: readonly string[];
    /** Told although they arrived. */
    readonly falselyDoubted: readonly string[];
    /** Lost, and only the history says so. */
    readonly toldByHistoryOnly: readonly string[];
    /** Erased by the person, and still before the reader. */
    readonly notErased: readonly string[];
  };
  readonly breaches: {
    /** Never came to the reader, and the person does not know it. */
    readonly lostUnsaid: readonly string[];
    /** Came to the reader and was taken away again; the person did not erase it and does not know it. */
    readonly erasedUnsaid: readonly string[];
    /** Erased by the person, still before the reader, and the screen after the call does not say so. */
    readonly leftUnsaid: readonly string[];
    /** Before the reader, and never typed. */
    readonly invented: readonly string[];
    /** In the history as said, and the reader lacks it. */
    readonly recordedAsSaid: readonly string[];
    /** The screen doubts it and the history does not, or the other way round. */
    readonly toldDifferently: readonly string[];
    /** Before the reader, and not in the history. */
    readonly notRecorded: readonly string[];
    /** Both texts, where nothing is doubted, nothing missing, and they differ all the same. */
    readonly unlike: readonly string[];
  };
};

const lettersIn = (texts: readonly string[]): Set<string> => new Set(texts.flatMap(lettersOf));

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

/** Compares what a reader has with what the writer was told (decisions D10 and D41). */
export function compare({ edits, own, seen, told: words, record, hasHungUp }: Account): Findings {
  const text = own.at(-1) ?? '';
  const shown = seen.at(-1) ?? '';
  const typed = lettersIn(own);
  const entered = lettersIn(edits.map(({ after }) => after));
  const [kept, ever, now] = [lettersIn([text]), lettersIn(seen), lettersIn([shown])];
  const erased = [...erasedIn(edits)].filter((letter) => !kept.has(letter));
  const told = new Set(lettersOf(words).filter((letter) => typed.has(letter)));
  const toldByHistory = lettersIn([record?.doubtful ?? '']);
  const isUnsaid = (letter: string): boolean => !told.has(letter) && !toldByHistory.has(letter);
  const lost = [...typed].filter((letter) => !erased.includes(letter) && !now.has(letter));
  const notErased = erased.filter((letter) => now.has(letter));
  const isClear = words === '' && toldByHistory.size === 0 && lost.length === 0 && notErased.length === 0;
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
      leftUnsaid: hasHungUp ? [] : notErased.filter(isUnsaid),
      invented: [...ever].filter((letter) => !typed.has(letter) && !entered.has(letter)),
      ...compareRecord(record, { own: lettersOf(text), now, told }),
      unlike: isClear && shown.replaceAll(GAP, '') !== text ? [text, shown] : [],
    },
  };
}
