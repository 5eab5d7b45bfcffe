import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Dialog } from '../dialogs/Dialog.tsx';
import styles from './CropDialog.module.css';
import { type Crop, MOST_ZOOM, validCrop, wholeCrop } from './crop-area.ts';
import { drawPicture } from './picture-file.ts';
import { useCropGestures } from './use-crop-gestures.ts';

export type CropWords = {
  readonly title: string;
  readonly hint: string;
  readonly zoom: string;
  readonly across: string;
  readonly down: string;
  readonly save: string;
  readonly cancel: string;
};

export type CropDialogProps = {
  readonly image: ImageBitmap;
  readonly words: CropWords;
  readonly isBusy: boolean;
  readonly onSave: (crop: Crop) => void;
  readonly onCancel: () => void;
};

const PREVIEW_PIXELS = 512;

/** Lets the user choose the square of an image: by dragging and pinching, or by sliders. */
export function CropDialog({ image, words, isBusy, onSave, onCancel }: CropDialogProps) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(() => validCrop(wholeCrop, image));
  const gestures = useCropGestures(image, crop, setCrop);
  useEffect(() => {
    if (canvas.current !== null) drawPicture(canvas.current, image, crop);
  }, [image, crop]);
  const sliders = [
    { key: 'zoom', least: 1, most: MOST_ZOOM, step: 0.1 },
    { key: 'x', least: 0, most: 1, step: 0.02 },
    { key: 'y', least: 0, most: 1, step: 0.02 },
  ] as const;
  const labels = { zoom: words.zoom, x: words.across, y: words.down };
  return (
    <Dialog
      title={words.title}
      onCancel={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>{words.cancel}</Button>
          <Button kind="primary" isBusy={isBusy} onPress={() => onSave(crop)}>
            {words.save}
          </Button>
        </>
      }
    >
      <p>{words.hint}</p>
      <canvas
        ref={canvas}
        className={styles.preview}
        width={PREVIEW_PIXELS}
        height={PREVIEW_PIXELS}
        aria-hidden="true"
        {...gestures}
      />
      {sliders.map(({ key, least, most, step }) => (
        <div key={key} className={styles.slider}>
          <label htmlFor={`${id}-${key}`}>{labels[key]}</label>
          <input
            id={`${id}-${key}`}
            type="range"
            min={least}
            max={most}
            step={step}
            value={crop[key]}
            onChange={({ target }) => setCrop(validCrop({ ...crop, [key]: Number(target.value) }, image))}
          />
        </div>
      ))}
    </Dialog>
  );
}
