/**
 * A partial of a note: its frequency as a multiple of the pitch, its loudness from 0 to 1, its decay in 1/s.
 */
type Partial = { readonly ratio: number; readonly level: number; readonly decay: number };
export type Note = { readonly hertz: number; readonly atMs: number; readonly lengthMs: number };

/** A ringtone: notes on one instrument, then silence until it repeats. */
export type Score = {
  readonly partials: readonly Partial[];
  readonly notes: readonly Note[];
  readonly lengthMs: number;
  /** Tremolo in Hz, like that of an electric bell; 0 = none. */
  readonly tremoloHertz: number;
};

export const SAMPLE_RATE = 22_050;
/** The share of full loudness that one note may use, so that notes that sound together do not clip. */
const HEADROOM = 0.5;
/** The length of the fade at both ends of a note, which would otherwise start and end with a click. */
const EDGE_SECONDS = 0.004;

const samplesOf = (ms: number): number => Math.round((ms / 1000) * SAMPLE_RATE);

function loudnessAt(seconds: number, length: number, tremoloHertz: number): number {
  const edge = Math.min(1, seconds / EDGE_SECONDS, (length - seconds) / EDGE_SECONDS);
  const tremolo = tremoloHertz === 0 ? 1 : 0.5 - 0.5 * Math.cos(2 * Math.PI * tremoloHertz * seconds);
  return edge * tremolo;
}

/** Synthesises a ringtone: returns samples from -1 to 1 at {@link SAMPLE_RATE}, one channel. */
export function synthesize({ partials, notes, lengthMs, tremoloHertz }: Score): Float32Array {
  const samples = new Float32Array(samplesOf(lengthMs));
  const total = partials.reduce((sum, { level }) => sum + level, 0);
  for (const { hertz, atMs, lengthMs: noteMs } of notes) {
    const start = samplesOf(atMs);
    const count = Math.min(samplesOf(noteMs), samples.length - start);
    for (let index = 0; index < count; index++) {
      const seconds = index / SAMPLE_RATE;
      const loudness = (loudnessAt(seconds, count / SAMPLE_RATE, tremoloHertz) * HEADROOM) / total;
      let sum = 0;
      for (const { ratio, level, decay } of partials) {
        sum += level * Math.exp(-decay * seconds) * Math.sin(2 * Math.PI * hertz * ratio * seconds);
      }
      samples[start + index] = (samples[start + index] ?? 0) + sum * loudness;
    }
  }
  return samples;
}

/** The samples as a WAV file: 16 bit, one channel. */
export function toWav(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string): void => {
    for (let index = 0; index < word.length; index++) view.setUint8(at + index, word.charCodeAt(index));
  };
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries()) {
    view.setInt16(44 + index * 2, Math.max(-1, Math.min(1, sample)) * 0x7fff, true);
  }
  return bytes;
}
