const SAMPLES_PER_SECOND = 8000;
const TONE_HZ = 440;
const TONE_SECONDS = 300;

/** A tone as a WAV file: one channel, 16 bits. */
export function toneFile(): Buffer {
  const samples = SAMPLES_PER_SECOND * TONE_SECONDS;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  file.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++)
    file.writeInt16LE(
      Math.round(8000 * Math.sin((2 * Math.PI * TONE_HZ * at) / SAMPLES_PER_SECOND)),
      44 + at * 2,
    );
  return file;
}
