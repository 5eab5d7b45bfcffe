import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './EmojiPicker.module.css';
import { emojiGroups } from './emoji.ts';

const all: readonly string[] = emojiGroups.flatMap(({ emoji }) => emoji);

/** The button that the arrow key leads to: the next one of the line, or the nearest one of the next line. */
function target(event: KeyboardEvent<HTMLElement>, buttons: readonly HTMLElement[]): HTMLElement | undefined {
  const at = buttons.indexOf(event.target as HTMLElement);
  const here = buttons[at]?.getBoundingClientRect();
  if (here === undefined) return undefined;
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return buttons[at + (event.key === forward ? 1 : -1)];
    case 'Home':
      return buttons[0];
    case 'End':
      return buttons.at(-1);
    case 'ArrowDown':
    case 'ArrowUp': {
      const isDown = event.key === 'ArrowDown';
      const others = buttons
        .map((button) => ({ button, box: button.getBoundingClientRect() }))
        .filter(({ box }) => (isDown ? box.top >= here.bottom - 1 : box.bottom <= here.top + 1));
      const cost = ({ box }: { box: DOMRect }) =>
        Math.abs(box.top - here.top) * 1000 + Math.abs(box.left - here.left);
      return others.toSorted((a, b) => cost(a) - cost(b))[0]?.button;
    }
    default:
      return undefined;
  }
}

/** Emoji in groups, of the browser's own font; one stop for Tab, and the arrow keys lead from one to the next. */
export const EmojiPicker = memo(function EmojiPicker({
  onChoose,
}: {
  readonly onChoose: (emoji: string) => void;
}) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(all[0]);
  const picker = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent<HTMLElement>): void {
    const buttons = [...(picker.current?.querySelectorAll('button') ?? [])];
    const next = target(event, buttons);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons has the focus (APG, toolbar)
    <div ref={picker} role="toolbar" aria-label={t('text.emoji')} onKeyDown={move}>
      {emojiGroups.map(({ group, emoji }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no group of a toolbar
        <div key={group} role="group" aria-labelledby={`emoji-${group}`}>
          <p id={`emoji-${group}`} className={styles.title}>
            {t(`text.emoji.${group}`)}
          </p>
          <div className={styles.emoji}>
            {emoji.map((each) => (
              <button
                key={each}
                type="button"
                tabIndex={each === current ? 0 : -1}
                onFocus={() => setCurrent(each)}
                onClick={() => onChoose(each)}
              >
                {each}
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
});
