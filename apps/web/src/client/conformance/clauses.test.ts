import { describe, expect, test } from 'vitest';
import { TONES } from './check-call.ts';
import type { CheckFacts } from './check-facts.ts';
import { type ClauseId, judge, type Verdict } from './clauses.ts';

const tones = TONES.map((hertz) => ({ hertz, isHeard: true }));
const good = {
  greetedMs: 800,
  text: { transport: 'message', typed: 16, back: 16, slowestSentMs: 251, slowestBackMs: 612 },
  sounding: { tones, voiceSign: { inSilence: false, inTones: true } },
  video: { width: 640, height: 480, framesPerSecond: 29.7 },
  soundLateMs: -12,
  screen: {
    remoteName: 'echo',
    received: 'Incoming text',
    sent: 'Your text',
    writer: 'echo',
    isApart: true,
  },
} as const satisfies CheckFacts;

const verdictsOf = (facts: CheckFacts): Readonly<Record<string, Verdict>> =>
  Object.fromEntries(judge(facts).map(({ clause, verdict }) => [clause, verdict]));

const forPeople = { '6.2.3': 'person', '6.5.6': 'person', '6.6': 'person' } as const;

test('D90 a call that is within every limit meets every clause that can be measured', () => {
  const { '6.2.3': _text, '6.5.6': _signer, '6.6': _services, ...measured } = verdictsOf(good);
  expect(new Set(Object.values(measured))).toEqual(new Set(['met']));
  expect(verdictsOf(good)).toMatchObject(forPeople);
});

test('D90 what was not measured is not called met, and says how a person checks what only a person can', () => {
  expect(new Set(judge({}).map(({ verdict }) => verdict))).toEqual(new Set(['notMeasured', 'person']));
  for (const { verdict, how } of judge({})) if (verdict === 'person') expect(how).toBeDefined();
});

test('D90 every clause from 6.1 to 6.6 with a requirement is in the report once', () => {
  const clauses = judge(good).map(({ clause }) => clause);
  expect(clauses).toEqual([...new Set(clauses)]);
  expect(clauses.join(' ')).toBe(
    '6.1 6.2.1.1 6.2.1.2 6.2.2.1 6.2.2.2 6.2.2.3 6.2.2.4 6.2.3 6.2.4 6.3 6.4 6.5.2 6.5.3 6.5.4 6.5.5 6.5.6 6.6',
  );
});

const { text, screen, video, sounding } = good;
const without = (hertz: number) => tones.map((tone) => ({ ...tone, isHeard: tone.hertz !== hertz }));
const sign = (inSilence: boolean, inTones: boolean): CheckFacts => ({
  ...good,
  sounding: { tones, voiceSign: { inSilence, inTones } },
});

describe('D90 a fault makes its clauses, and no others, not met', () => {
  test.each<[string, CheckFacts, readonly ClauseId[]]>([
    ['the highest tone is lost', { ...good, sounding: { ...sounding, tones: without(7000) } }, ['6.1']],
    ['a middle tone is lost', { ...good, sounding: { ...sounding, tones: without(3000) } }, ['6.1']],
    ['the lowest tone is lost', { ...good, sounding: { ...sounding, tones: without(1000) } }, ['6.1']],
    [
      'no tone is heard',
      { ...good, sounding: { ...sounding, tones: tones.map((tone) => ({ ...tone, isHeard: false })) } },
      ['6.1', '6.2.1.2'],
    ],
    ['one character is lost', { ...good, text: { ...text, back: 15 } }, ['6.2.1.1', '6.2.1.2']],
    ['nothing was typed', { ...good, text: { ...text, typed: 0, back: 0 } }, ['6.2.1.1', '6.2.1.2']],
    ['a character is back after 1 001 ms', { ...good, text: { ...text, slowestBackMs: 1001 } }, ['6.2.1.1']],
    ['a character leaves after 501 ms', { ...good, text: { ...text, slowestSentMs: 501 } }, ['6.2.4']],
    ['the areas of text overlap', { ...good, screen: { ...screen, isApart: false } }, ['6.2.2.1']],
    ['the received text has no name', { ...good, screen: { ...screen, received: '' } }, ['6.2.2.2']],
    ['both texts have one name', { ...good, screen: { ...screen, sent: screen.received } }, ['6.2.2.2']],
    ['no writer is named', { ...good, screen: { ...screen, writer: '' } }, ['6.2.2.3']],
    ['the call has no name', { ...good, screen: { ...screen, remoteName: '' } }, ['6.3']],
    ['the sign is always shown', sign(true, true), ['6.2.2.4', '6.5.5']],
    ['the sign is never shown', sign(false, false), ['6.2.2.4', '6.5.5']],
    ['the service does not greet', { ...good, greetedMs: undefined }, ['6.4']],
    ['the video is small', { ...good, video: { ...video, width: 319, height: 240 } }, ['6.5.2']],
    ['the video is low', { ...good, video: { ...video, height: 239 } }, ['6.5.2']],
    ['the video has 19 frames', { ...good, video: { ...video, framesPerSecond: 19.4 } }, ['6.5.3']],
    ['the sound is late', { ...good, soundLateMs: 101 }, ['6.5.4']],
    ['the sound is early', { ...good, soundLateMs: -101 }, ['6.5.4']],
  ])('%s', (_fault, facts, wanted) => {
    const failed = judge(facts).filter(({ verdict }) => verdict === 'notMet');
    expect(failed.map(({ clause }) => clause)).toEqual(wanted);
  });
});

test('EN 301 549 6.5.2 D90 a video that is upright has the resolution too', () => {
  expect(verdictsOf({ ...good, video: { width: 240, height: 320, framesPerSecond: 20 } })).toMatchObject({
    '6.5.2': 'met',
    '6.5.3': 'met',
  });
});

test('D90 a call without video has no verdict about video', () => {
  const verdicts = verdictsOf({ ...good, video: undefined, soundLateMs: undefined });
  for (const clause of ['6.5.2', '6.5.3', '6.5.4', '6.5.5']) expect(verdicts[clause]).toBe('notMeasured');
  expect(verdicts['6.2.2.4']).toBe('met');
});
