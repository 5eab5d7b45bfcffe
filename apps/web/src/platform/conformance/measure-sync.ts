import { eachFrame } from '../page/each-frame.ts';
import { soundLateness } from './sound-lateness.ts';
import { wait } from './wait.ts';

/** Flashes and beeps, one a second: fewer than three in a second are safe (WCAG 2.3.1). */
const FLASHES = 7;
const PERIOD_MS = 1_000;
const FLASH_MS = 150;
/** What is sent is on its way for this long at first. */
const SETTLE_MS = 1_500;
/** Greys of 0 to 255: what the picture shows, a flash, and what counts as one. Black would look like a camera that is off. */
const GREY = 70;
const WHITE = 255;
const IS_FLASH = 170;
/** The amplitude of a beep, and what counts as one, 1 = full scale. */
const BEEP_GAIN = 0.5;
const IS_BEEP = 0.08;

const drawingOn = (width: number, height: number): CanvasRenderingContext2D => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (drawing === null) throw new Error('no canvas');
  return drawing;
};

/** Plays a track outside the page; calls `onFrame` with the grey of each, and when it is presented. */
function watchFrames(track: MediaStreamTrack, onFrame: (grey: number, atMs: number) => void): () => void {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  const drawing = drawingOn(4, 4);
  let isOver = false;
  const next = (): void => {
    video.requestVideoFrameCallback((_now, { expectedDisplayTime }) => {
      if (isOver) return;
      drawing.drawImage(video, 0, 0, 4, 4);
      onFrame(drawing.getImageData(1, 1, 1, 1).data[1] ?? 0, expectedDisplayTime);
      next();
    });
  };
  next();
  void video.play();
  return () => {
    isOver = true;
    video.srcObject = null;
  };
}

/** Sends flashes and beeps in place of camera and microphone, and returns how much later the beeps come back. */
export async function measureSync(
  senders: { readonly audio: RTCRtpSender; readonly video: RTCRtpSender },
  received: { readonly audio: MediaStreamTrack; readonly video: MediaStreamTrack },
  ended: AbortSignal,
): Promise<number | undefined> {
  if (!('requestVideoFrameCallback' in HTMLVideoElement.prototype)) return undefined;
  const own = { audio: senders.audio.track, video: senders.video.track };
  const context = new AudioContext();
  await context.resume();
  const output = context.createMediaStreamDestination();
  const gain = new GainNode(context, { gain: 0 });
  const oscillator = new OscillatorNode(context, { frequency: 1000 });
  oscillator.connect(gain).connect(output);
  oscillator.start();
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  context.createMediaStreamSource(new MediaStream([received.audio])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);

  const drawing = drawingOn(320, 240);
  let flashUntil = 0;
  const flashes: number[] = [];
  const beeps: number[] = [];
  const stopDrawing = eachFrame((nowMs) => {
    const grey = performance.now() < flashUntil ? WHITE : GREY;
    drawing.fillStyle = `rgb(${grey} ${grey} ${grey})`;
    drawing.fillRect(0, 0, 320, 240);
    // A picture that never changes is not sent as a new frame.
    drawing.fillStyle = '#808080';
    drawing.fillRect(Math.floor(nowMs / 20) % 320, 230, 10, 10);
    analyser.getFloatTimeDomainData(samples);
    const first = samples.findIndex((sample) => Math.abs(sample) > IS_BEEP);
    if (first !== -1) beeps.push(performance.now() - ((samples.length - first) / context.sampleRate) * 1000);
  });
  const stopWatching = watchFrames(received.video, (grey, atMs) => {
    if (grey > IS_FLASH) flashes.push(atMs);
  });
  const [pictures] = drawing.canvas.captureStream(30).getVideoTracks();
  try {
    await senders.audio.replaceTrack(output.stream.getAudioTracks()[0] ?? null);
    await senders.video.replaceTrack(pictures ?? null);
    await wait(SETTLE_MS, ended);
    // Sounds of the microphone that came until now are not beeps.
    beeps.length = 0;
    flashes.length = 0;
    for (let flash = 0; flash < FLASHES; flash++) {
      flashUntil = performance.now() + FLASH_MS;
      gain.gain.setValueAtTime(BEEP_GAIN, context.currentTime);
      gain.gain.setValueAtTime(0, context.currentTime + FLASH_MS / 1000);
      await wait(PERIOD_MS, ended);
    }
    return soundLateness(flashes, beeps);
  } finally {
    stopDrawing();
    stopWatching();
    pictures?.stop();
    await senders.audio.replaceTrack(own.audio).catch(() => undefined);
    await senders.video.replaceTrack(own.video).catch(() => undefined);
    await context.close();
  }
}
