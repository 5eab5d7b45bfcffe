/** Levels below this count as silence, in dB relative to full scale. */
const FLOOR_DB = -60;

/** Perceived loudness, from 0 to 1, of samples from -1 to 1. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return levelOfPower(power);
}

/** Perceived loudness, from 0 to 1, of samples with `power` as their mean square. */
export function levelOfPower(power: number): number {
  if (power <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power)) / FLOOR_DB));
}

export type LevelReader = { readonly read: () => number; readonly stop: () => void };

/**
 * Reads the loudness of about the last 20 ms of a stream with sound. Needs an earlier user action on the
 * page.
 */
export function createLevelReader(stream: MediaStream): LevelReader {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  void context.resume();
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    stop: () => void context.close(),
  };
}
