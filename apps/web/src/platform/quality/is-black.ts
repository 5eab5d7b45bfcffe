const WIDTH = 16;
const HEIGHT = 12;

/** The brightest value that counts as black: video codecs do not keep black exactly. */
const BRIGHTEST_BLACK = 24;

let drawing: CanvasRenderingContext2D | null | undefined;

/** Whether the picture that `video` shows is black all over; undefined if there is none to look at. */
export function isBlack(video: HTMLVideoElement): boolean | undefined {
  if (video.videoWidth === 0) return undefined;
  drawing ??= Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT }).getContext(
    '2d',
    { willReadFrequently: true },
  );
  if (drawing === null) return undefined;
  drawing.drawImage(video, 0, 0, WIDTH, HEIGHT);
  const { data } = drawing.getImageData(0, 0, WIDTH, HEIGHT);
  return data.every((value, index) => index % 4 === 3 || value < BRIGHTEST_BLACK);
}
