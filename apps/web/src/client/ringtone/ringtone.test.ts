import { expect, test } from 'vitest';
import { soundOf } from './ringtone-sound.ts';
import { ringtoneNames, ringtoneOf, scores } from './scores.ts';
import { SAMPLE_RATE, synthesize, toWav } from './synthesize.ts';

test.each(ringtoneNames)(
  'SET-03 %s is audible, does not clip, and ends in silence so that it loops',
  (name) => {
    const samples = synthesize(scores[name]);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.1);
    expect(loudest).toBeLessThan(1);
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(scores[name].lengthMs / 1000, 2);
    expect(samples.slice(-SAMPLE_RATE / 10).every((sample) => Math.abs(sample) < 0.01)).toBe(true);
  },
);

test('no two ringtones sound the same', () => {
  const waves = ringtoneNames.map((name) => toWav(synthesize(scores[name])).slice(44, 4000).join());
  expect(new Set(waves).size).toBe(ringtoneNames.length);
});

test('a ringtone is synthesised once, and not again by the next call', () => {
  const bell = soundOf('BELL');
  expect([bell.type, bell.size]).toEqual(['audio/wav', 44 + 2 * synthesize(scores.BELL).length]);
  expect(soundOf('GLAS')).not.toBe(bell);
  expect(soundOf('BELL')).toBe(bell);
});

test('SET-03 an unknown name rings like BELL', () => {
  expect(ringtoneOf('GLAS')).toBe('GLAS');
  expect([ringtoneOf(undefined), ringtoneOf('TROMBONE')]).toEqual(['BELL', 'BELL']);
});

test('the file has a format that every browser plays: RIFF, 16 bit, one channel', () => {
  const wav = toWav(new Float32Array([0, 1, -1, 2]));
  const view = new DataView(wav.buffer);
  expect(new TextDecoder().decode(wav.slice(0, 4))).toBe('RIFF');
  expect([
    view.getUint32(4, true),
    view.getUint16(22, true),
    view.getUint32(24, true),
    view.getUint16(34, true),
  ]).toEqual([wav.length - 8, 1, SAMPLE_RATE, 16]);
  expect([0, 1, 2, 3].map((index) => view.getInt16(44 + index * 2, true))).toEqual([0, 32767, -32767, 32767]);
});
