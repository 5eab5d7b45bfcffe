import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RATE = 48_000;
const SECONDS = 2;
/**
 * How long the tone sounds before each pause: it has pauses, like speech, because browsers remove a constant
 * tone as noise.
 */
const ON_MS = 150;
const OFF_MS = 150;

/** Two seconds of one interrupted tone as a WAV file, which Chromium's fake microphone plays in a loop. */
function toneFile(hertz: number): Buffer {
  const samples = Buffer.alloc(RATE * SECONDS * 2);
  for (let index = 0; index < RATE * SECONDS; index += 1) {
    const isOn = ((index * 1000) / RATE) % (ON_MS + OFF_MS) < ON_MS;
    const value = isOn ? Math.sin((2 * Math.PI * hertz * index) / RATE) * 0.5 : 0;
    samples.writeInt16LE(Math.round(value * 32_767), index * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/**
 * Creates a fake microphone that records one tone: with `flag`, Chromium uses it until `remove` is called.
 */
export function createFakeMicrophone(hertz: number) {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-tone-'));
  const file = join(folder, 'tone.wav');
  writeFileSync(file, toneFile(hertz));
  return {
    flag: `--use-file-for-fake-audio-capture=${file}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
