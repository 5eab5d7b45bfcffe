/** Quieter than this counts as nothing, in dB below full scale. */
const FLOOR_DB = -60;

/** Loudness as people feel it, from 0 to 1, of samples between -1 and 1. */
export function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return levelOfPower(power);
}

/** The same of the mean square. */
export function levelOfPower(power: number): number {
  if (power <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power)) / FLOOR_DB));
}

export type LevelReader = { readonly read: () => number; readonly stop: () => void };

/** Reads the loudness of the last 20 ms or so of a stream with sound. Needs a page that has been touched once. */
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
