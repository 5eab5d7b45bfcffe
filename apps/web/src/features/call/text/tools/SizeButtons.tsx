import { WEB_SETTINGS } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icons/Icon.tsx';
import { VisuallyHidden } from '../../../../ui/page/VisuallyHidden.tsx';
import styles from './TextTools.module.css';
import { largerSize, smallerSize } from './text-sizes.ts';

export type SizeButtonsProps = {
  /** The setting WEB_TEXT_SIZE. */
  readonly size: string | undefined;
  readonly onSize: (size: string) => void;
};

/** Two buttons that make the text of the call smaller and larger, one size at a press (SET-05). */
export function SizeButtons({ size = WEB_SETTINGS.WEB_TEXT_SIZE.initial, onSize }: SizeButtonsProps) {
  const { t } = useTranslation();
  const [isPressed, setIsPressed] = useState(false);
  const choices = [
    { label: t('text.smaller'), icon: 'textSmaller', next: smallerSize(size) },
    { label: t('text.larger'), icon: 'textLarger', next: largerSize(size) },
  ] as const;
  return (
    <>
      {choices.map(({ label, icon, next }) => (
        // A button at its limit keeps the focus, so it is not disabled.
        <button
          key={icon}
          type="button"
          className={styles.size}
          aria-label={label}
          title={label}
          aria-disabled={next === undefined || undefined}
          onClick={() => {
            setIsPressed(true);
            if (next !== undefined) onSize(next);
          }}
        >
          <Icon name={icon} />
        </button>
      ))}
      <VisuallyHidden>
        <output>{isPressed ? t('text.size', { size }) : undefined}</output>
      </VisuallyHidden>
    </>
  );
}
