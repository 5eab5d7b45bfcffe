import { useEffect, useRef, useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Portrait } from '../portrait/Portrait.tsx';
import { CropDialog, type CropWords } from './CropDialog.tsx';
import type { Crop } from './crop-area.ts';
import styles from './PictureField.module.css';
import { openPicture } from './picture-file.ts';

export type PictureWords = CropWords & {
  readonly add: string;
  readonly change: string;
  readonly remove: string;
  /** The chosen file is no image that this browser can read. */
  readonly unreadable: string;
  readonly failed: string;
};

export type PictureFieldProps = {
  readonly name: string;
  /** Address of the picture now; '' = none. */
  readonly image: string;
  readonly words: PictureWords;
  /** Whether the picture can be removed here; one of another source cannot. */
  readonly canRemove: boolean;
  /** Stores the square of an image. @returns false if that failed */
  readonly onSave: (image: ImageBitmap, crop: Crop) => Promise<boolean>;
  readonly onRemove: () => Promise<boolean>;
};

/** The picture of a person, with buttons to choose, change and remove it. */
export function PictureField({ name, image, words, canRemove, onSave, onRemove }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<ImageBitmap>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const wasOpen = useRef(false);
  // The file chooser has no element of the page to return the focus to.
  useEffect(() => {
    if (opened === undefined && wasOpen.current) choose.current?.focus();
    wasOpen.current = opened !== undefined;
  }, [opened]);

  async function open(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const bitmap = await openPicture(file);
    setProblem(bitmap === undefined ? words.unreadable : '');
    setOpened(bitmap);
  }

  async function run(work: () => Promise<boolean>): Promise<void> {
    setIsBusy(true);
    const isDone = await work();
    setIsBusy(false);
    setOpened(undefined);
    setProblem(isDone ? '' : words.failed);
  }

  return (
    <div className={styles.field}>
      <Portrait name={name} image={image} size="large" />
      <div className={styles.buttons}>
        <Button ref={choose} icon="upload" onPress={() => input.current?.click()}>
          {image === '' ? words.add : words.change}
        </Button>
        {canRemove ? (
          <Button icon="trash" isBusy={isBusy} onPress={() => void run(onRemove)}>
            {words.remove}
          </Button>
        ) : undefined}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          void open(target.files?.[0]);
          target.value = '';
        }}
      />
      <output className={styles.problem}>{problem}</output>
      {opened === undefined ? undefined : (
        <CropDialog
          image={opened}
          words={words}
          isBusy={isBusy}
          onSave={(crop) => void run(() => onSave(opened, crop))}
          onCancel={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}
