import { type Crop, squareOf } from './crop-area.ts';

/** Largest file that is opened; photographs of phones have some 5 MB. */
const MOST_FILE_BYTES = 30_000_000;
const QUALITIES = [0.85, 0.7, 0.5, 0.3];

/** The image in a file, turned as the camera says; undefined if it cannot be read. */
export async function openPicture(file: Blob): Promise<ImageBitmap | undefined> {
  if (file.size > MOST_FILE_BYTES) return undefined;
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return undefined;
  }
}

/** Draws the square `crop` of an image over the whole canvas; what is transparent becomes white. */
export function drawPicture(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { left, top, side } = squareOf(crop, image);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as a JPEG file of `size` × `size` pixels and at most `mostBytes`; undefined if that fails. */
export async function encodePicture(
  image: ImageBitmap,
  crop: Crop,
  { size, mostBytes }: { readonly size: number; readonly mostBytes: number },
): Promise<Uint8Array | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  drawPicture(canvas, image, crop);
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob !== null && blob.size <= mostBytes) return new Uint8Array(await blob.arrayBuffer());
  }
  return undefined;
}
