import type { Sounding, Tone } from '../../client/ports/call-probe.ts';
import { wait } from './wait.ts';

/** Loudness of a tone, and of the noise that is always sent, because digital silence would look like a muted microphone. */
const TONE_GAIN = 0.25;
const NOISE_GAIN = 0.0005;
/** How long a tone lasts; that includes its way to the other end and back. */
const TONE_MS = 1_100;
/** The time after a tone in which it may still come back. */
const GAP_MS = 500;
const SILENCE_MS = 1_000;
const LOOK_MS = 25;
/** A tone is heard that is at least so loud, in dB of full scale, and louder than before it by so much. */
const LEAST_DB = -60;
const LEAST_RISE_DB = 20;
/** Distance from the frequency of a tone within which it is looked for. */
const WIDTH_HERTZ = 100;

/** The sign by which the call screen shows that the other end speaks. */
const isSignShown = (): boolean => document.querySelector('[role="img"][data-speaking]') !== null;

function createNoise(context: AudioContext): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  noise.loop = true;
  return noise;
}

/** Sends silence, then each tone, in place of the microphone, and listens to what comes back. */
export async function soundTones(
  sender: RTCRtpSender,
  received: MediaStreamTrack,
  hertz: readonly number[],
  ended: AbortSignal,
): Promise<Sounding> {
  const microphone = sender.track;
  const context = new AudioContext();
  await context.resume();
  const output = context.createMediaStreamDestination();
  const gain = new GainNode(context, { gain: 0 });
  const oscillator = new OscillatorNode(context);
  const noise = createNoise(context);
  oscillator.connect(gain).connect(output);
  noise.connect(new GainNode(context, { gain: NOISE_GAIN })).connect(output);
  const analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 });
  context.createMediaStreamSource(new MediaStream([received])).connect(analyser);
  const levels = new Float32Array(analyser.frequencyBinCount);
  const binHertz = context.sampleRate / analyser.fftSize;

  /** The loudest level at each frequency, in dB of full scale, and whether the sign was shown, for `ms`. */
  async function listen(
    ms: number,
  ): Promise<{ readonly levels: readonly number[]; readonly isSign: boolean }> {
    const loudest = hertz.map(() => Number.NEGATIVE_INFINITY);
    let isSign = false;
    for (const end = performance.now() + ms; performance.now() < end; await wait(LOOK_MS, ended)) {
      analyser.getFloatFrequencyData(levels);
      for (const [index, frequency] of hertz.entries()) {
        const from = Math.floor((frequency - WIDTH_HERTZ) / binHertz);
        const to = Math.ceil((frequency + WIDTH_HERTZ) / binHertz);
        loudest[index] = Math.max(loudest[index] ?? Number.NEGATIVE_INFINITY, ...levels.slice(from, to));
      }
      isSign ||= isSignShown();
    }
    return { levels: loudest, isSign };
  }

  try {
    oscillator.start();
    noise.start();
    await sender.replaceTrack(output.stream.getAudioTracks()[0] ?? null);
    // What the microphone has sent is still on its way.
    await wait(SILENCE_MS, ended);
    const silence = await listen(SILENCE_MS);
    const tones: Tone[] = [];
    let inTones = false;
    for (const [index, frequency] of hertz.entries()) {
      oscillator.frequency.value = frequency;
      gain.gain.value = TONE_GAIN;
      const heard = await listen(TONE_MS);
      gain.gain.value = 0;
      const level = heard.levels[index] ?? Number.NEGATIVE_INFINITY;
      const before = silence.levels[index] ?? Number.NEGATIVE_INFINITY;
      tones.push({ hertz: frequency, isHeard: level > LEAST_DB && level - before > LEAST_RISE_DB });
      inTones ||= heard.isSign;
      await wait(GAP_MS, ended);
    }
    return { tones, voiceSign: { inSilence: silence.isSign, inTones } };
  } finally {
    await sender.replaceTrack(microphone).catch(() => undefined);
    await context.close();
  }
}
