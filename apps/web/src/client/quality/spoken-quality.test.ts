import { createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { QualityLevel, QualityVerdict } from './call-quality-judge.ts';
import { nothingSpoken, RECOVERED_MS, speak, WORSENED_MS } from './spoken-quality.ts';

const READING_MS = 2000;
const verdict = (level: QualityLevel, reason?: QualityVerdict['reason']): QualityVerdict => ({
  level,
  reason: level === 'good' ? undefined : (reason ?? (level === 'lost' ? 'lost' : 'loss')),
});

/** What is said while these levels are shown, one each two seconds, and when. */
function listen(shown: readonly QualityVerdict[]): readonly (readonly [level: QualityLevel, atMs: number])[] {
  const heard: (readonly [QualityLevel, number])[] = [];
  let spoken = nothingSpoken;
  for (const [index, each] of shown.entries()) {
    const before = spoken.said;
    spoken = speak(spoken, each, index * READING_MS);
    if (spoken.said !== undefined && spoken.said !== before)
      heard.push([spoken.said.level, index * READING_MS]);
  }
  return heard;
}

const lasting = (level: QualityLevel, seconds: number): readonly QualityVerdict[] =>
  Array.from({ length: (seconds * 1000) / READING_MS }, () => verdict(level));

test.each<[string, [QualityLevel, number][], QualityLevel[]]>([
  ['a call that begins well', [['good', 60]], []],
  [
    'good and fair in turn',
    [
      ['good', 20],
      ['fair', 20],
      ['good', 20],
      ['fair', 20],
    ],
    [],
  ],
  [
    'poor for a moment',
    [
      ['good', 20],
      ['poor', 4],
      ['good', 20],
    ],
    [],
  ],
  [
    'poor that lasts',
    [
      ['good', 20],
      ['poor', 20],
    ],
    ['poor'],
  ],
  [
    'good for a moment in a poor connection',
    [
      ['poor', 20],
      ['good', 8],
      ['poor', 20],
    ],
    ['poor'],
  ],
  [
    'poor, then good',
    [
      ['poor', 20],
      ['good', 20],
    ],
    ['poor', 'good'],
  ],
  [
    'poor, then fair, then good',
    [
      ['poor', 20],
      ['fair', 20],
      ['good', 20],
    ],
    ['poor', 'fair'],
  ],
  [
    'poor, fair and good with each few readings',
    [
      ['poor', 20],
      ['fair', 6],
      ['good', 20],
    ],
    ['poor', 'good'],
  ],
  [
    'poor, then lost, then good',
    [
      ['poor', 20],
      ['lost', 20],
      ['good', 20],
    ],
    ['poor', 'lost', 'good'],
  ],
])('WCAG 4.1.3 of %s is said what lasts', (_name, shown, said) => {
  const levels = shown.flatMap(([level, seconds]) => lasting(level, seconds));
  expect(listen(levels).map(([level]) => level)).toEqual(said);
});

test('WCAG 4.1.3 another cause of a poor connection is not said, and words that no longer hold are taken away', () => {
  let spoken = speak(nothingSpoken, verdict('poor', 'loss'), 0);
  spoken = speak(spoken, verdict('poor', 'loss'), WORSENED_MS);
  expect(spoken.said).toEqual(verdict('poor', 'loss'));
  for (let atMs = WORSENED_MS; atMs < 60_000; atMs += READING_MS) {
    spoken = speak(spoken, verdict('poor', 'delay'), atMs);
    expect(spoken.said).toBeUndefined();
  }
});

test('WCAG 4.1.3 however the quality swings, it is not said before it has lasted, nor twice', () => {
  const random = createSeededRandom(1);
  const levels = ['good', 'fair', 'poor', 'lost'] as const;
  for (let run = 0; run < 300; run += 1) {
    const shown: QualityVerdict[] = [];
    while (shown.length < 120) {
      const level = levels[Math.floor(random() * levels.length)] ?? 'good';
      shown.push(...lasting(level, (READING_MS / 1000) * (1 + Math.floor(random() * 12))));
    }
    const isWell = (level: QualityLevel | undefined): boolean => level === 'good' || level === 'fair';
    let last: QualityLevel = 'good';
    for (const [level, atMs] of listen(shown)) {
      expect(isWell(level) ? isWell(last) : level === last).toBe(false);
      const waitMs = isWell(level) ? RECOVERED_MS : WORSENED_MS;
      const before = shown.slice((atMs - waitMs) / READING_MS, atMs / READING_MS + 1);
      expect(before.every((each) => (isWell(level) ? isWell(each.level) : each.level === level))).toBe(true);
      last = level;
    }
  }
});
