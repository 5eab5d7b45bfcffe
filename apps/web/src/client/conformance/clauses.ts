import type { TextKey } from '../../i18n/index.ts';
import type { CheckFacts, TextFacts } from './check-facts.ts';

/** Limits of EN 301 549 v3.2.1, and of ITU-T F.700 for text on its way (6.2.1.1 has none). */
export const LIMITS = {
  hertz: 7000,
  textBackMs: 1000,
  textSentMs: 500,
  width: 320,
  height: 240,
  framesPerSecond: 20,
  soundApartMs: 100,
} as const;

export type ClauseId =
  | '6.1'
  | '6.2.1.1'
  | '6.2.1.2'
  | '6.2.2.1'
  | '6.2.2.2'
  | '6.2.2.3'
  | '6.2.2.4'
  | '6.2.3'
  | '6.2.4'
  | '6.3'
  | '6.4'
  | '6.5.2'
  | '6.5.3'
  | '6.5.4'
  | '6.5.5'
  | '6.5.6'
  | '6.6';

export type Verdict = 'met' | 'notMet' | 'notMeasured' | 'person';

/** A text of the catalogues with its values, or text that is the same in all languages. */
export type Words =
  | string
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, string | number>> };

export type Finding = {
  readonly clause: ClauseId;
  readonly requirement: TextKey;
  readonly verdict: Verdict;
  readonly measured?: Words;
  readonly limit?: Words;
  /** What a person checks, in place of the measurement or in addition to it. */
  readonly how?: TextKey;
};

const decided = (isMet: boolean): Verdict => (isMet ? 'met' : 'notMet');
const milliseconds = (value: number): string => `${Math.round(value)} ms`;
const framesKey = 'selfcheck.frames_per_second' as const;

/** The highest tone that came back, with all tones below it; 0 = none. */
function highestHeard({ sounding }: CheckFacts): number | undefined {
  if (sounding === undefined) return undefined;
  let highest = 0;
  for (const { hertz, isHeard } of sounding.tones.toSorted((one, two) => one.hertz - two.hertz)) {
    if (!isHeard) break;
    highest = hertz;
  }
  return highest;
}

const hasAll = ({ typed, back }: TextFacts): boolean => typed > 0 && back === typed;

const transports = { dataChannel: 'T.140, RFC 8865', message: 'T.140, SIP MESSAGE', none: '–' } as const;

type Judged = Omit<Finding, 'clause' | 'requirement'>;

const notMeasured: Judged = { verdict: 'notMeasured' };

function judgeVoiceSign({ sounding }: CheckFacts): Judged {
  if (sounding === undefined) return notMeasured;
  const { inSilence, inTones } = sounding.voiceSign;
  const follows = inTones && !inSilence;
  return {
    verdict: decided(follows),
    measured: { key: follows ? 'selfcheck.sign_follows' : 'selfcheck.sign_still' },
  };
}

/** For each clause: what it asks for, and what the facts say. 6.5.1 is informative. */
const clauses: readonly (readonly [ClauseId, TextKey, (facts: CheckFacts) => Judged])[] = [
  [
    '6.1',
    'selfcheck.bandwidth',
    (facts) => {
      const hertz = highestHeard(facts);
      if (hertz === undefined) return notMeasured;
      return {
        verdict: decided(hertz >= LIMITS.hertz),
        measured: `${hertz} Hz`,
        limit: `≥ ${LIMITS.hertz} Hz`,
      };
    },
  ],
  [
    '6.2.1.1',
    'selfcheck.text',
    ({ text }) =>
      text === undefined
        ? notMeasured
        : {
            verdict: decided(hasAll(text) && text.slowestBackMs <= LIMITS.textBackMs),
            measured: {
              key: 'selfcheck.text_back',
              values: { back: text.back, typed: text.typed, ms: Math.round(text.slowestBackMs) },
            },
            limit: { key: 'selfcheck.all_within', values: { ms: LIMITS.textBackMs } },
          },
  ],
  [
    '6.2.1.2',
    'selfcheck.concurrent',
    ({ text, sounding }) => {
      if (text === undefined || sounding === undefined) return notMeasured;
      const heard = sounding.tones.filter(({ isHeard }) => isHeard).length;
      return {
        verdict: decided(hasAll(text) && heard > 0),
        measured: { key: 'selfcheck.both', values: { back: text.back, heard } },
      };
    },
  ],
  [
    '6.2.2.1',
    'selfcheck.apart',
    ({ screen }) =>
      screen === undefined
        ? notMeasured
        : {
            verdict: decided(screen.isApart),
            measured: { key: screen.isApart ? 'selfcheck.areas_apart' : 'selfcheck.areas_mixed' },
          },
  ],
  [
    '6.2.2.2',
    'selfcheck.direction',
    ({ screen }) => {
      if (screen === undefined) return notMeasured;
      const { received, sent } = screen;
      const isNamed = received !== '' && sent !== '' && received !== sent;
      return {
        verdict: decided(isNamed),
        measured: isNamed
          ? { key: 'selfcheck.names', values: { received, sent } }
          : { key: 'selfcheck.nameless' },
      };
    },
  ],
  [
    '6.2.2.3',
    'selfcheck.writer',
    ({ screen }) =>
      screen === undefined
        ? notMeasured
        : {
            verdict: decided(screen.writer !== ''),
            measured: screen.writer === '' ? { key: 'selfcheck.nameless' } : screen.writer,
          },
  ],
  ['6.2.2.4', 'selfcheck.voice_text', judgeVoiceSign],
  [
    '6.2.3',
    'selfcheck.interoperability',
    ({ text }) => ({
      verdict: 'person',
      ...(text === undefined ? {} : { measured: transports[text.transport] }),
      how: 'selfcheck.how_interoperability',
    }),
  ],
  [
    '6.2.4',
    'selfcheck.pace',
    ({ text }) =>
      text === undefined || text.typed === 0
        ? notMeasured
        : {
            verdict: decided(text.slowestSentMs <= LIMITS.textSentMs),
            measured: milliseconds(text.slowestSentMs),
            limit: `≤ ${LIMITS.textSentMs} ms`,
          },
  ],
  [
    '6.3',
    'selfcheck.caller',
    ({ screen }) =>
      screen === undefined
        ? notMeasured
        : {
            verdict: decided(screen.remoteName !== ''),
            measured: screen.remoteName === '' ? { key: 'selfcheck.nameless' } : screen.remoteName,
            how: 'selfcheck.how_caller',
          },
  ],
  [
    '6.4',
    'selfcheck.voice_service',
    ({ greetedMs, text }) => ({
      verdict: text === undefined ? 'notMeasured' : decided(greetedMs !== undefined),
      ...(text === undefined
        ? {}
        : {
            measured:
              greetedMs === undefined
                ? ({ key: 'selfcheck.not_greeted' } as const)
                : ({ key: 'selfcheck.greeted', values: { ms: Math.round(greetedMs) } } as const),
          }),
      how: 'selfcheck.how_voice_service',
    }),
  ],
  [
    '6.5.2',
    'selfcheck.resolution',
    ({ video }) =>
      video === undefined
        ? notMeasured
        : {
            verdict: decided(
              Math.max(video.width, video.height) >= LIMITS.width &&
                Math.min(video.width, video.height) >= LIMITS.height,
            ),
            measured: `${video.width} × ${video.height}`,
            limit: { key: 'selfcheck.better', values: { least: '320 × 240', better: '640 × 480' } },
          },
  ],
  [
    '6.5.3',
    'selfcheck.frames',
    ({ video }) =>
      video === undefined
        ? notMeasured
        : {
            verdict: decided(video.framesPerSecond >= LIMITS.framesPerSecond),
            measured: { key: framesKey, values: { value: Math.round(video.framesPerSecond) } },
            limit: { key: 'selfcheck.better', values: { least: LIMITS.framesPerSecond, better: 30 } },
          },
  ],
  [
    '6.5.4',
    'selfcheck.sync',
    ({ soundLateMs }) =>
      soundLateMs === undefined
        ? { ...notMeasured, how: 'selfcheck.how_sync' }
        : {
            verdict: decided(Math.abs(soundLateMs) <= LIMITS.soundApartMs),
            measured: milliseconds(soundLateMs),
            limit: `−${LIMITS.soundApartMs} … ${LIMITS.soundApartMs} ms`,
          },
  ],
  [
    '6.5.5',
    'selfcheck.voice_video',
    (facts) => (facts.video === undefined ? notMeasured : judgeVoiceSign(facts)),
  ],
  ['6.5.6', 'selfcheck.signer', () => ({ verdict: 'person', how: 'selfcheck.how_signer' })],
  ['6.6', 'selfcheck.video_service', () => ({ verdict: 'person', how: 'selfcheck.how_video_service' })],
];

/** What the measurements say about each clause of EN 301 549 v3.2.1, 6.1 to 6.6. */
export const judge = (facts: CheckFacts): readonly Finding[] =>
  clauses.map(([clause, requirement, decide]) => ({ clause, requirement, ...decide(facts) }));
