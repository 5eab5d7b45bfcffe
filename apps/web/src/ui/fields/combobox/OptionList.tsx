import type { ReactNode } from 'react';
import styles from './OptionList.module.css';
import type { Combobox } from './use-combobox.ts';

export type OptionListProps<Item> = {
  readonly combobox: Combobox<Item>;
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly onChoose: (item: Item) => void;
  readonly children: (item: Item) => ReactNode;
};

/** The list of a combobox (APG listbox popup). A press does not take the focus from the field. */
export function OptionList<Item>({
  combobox,
  label,
  items,
  keyOf,
  onChoose,
  children,
}: OptionListProps<Item>) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the field (APG combobox)
    <div
      id={combobox.listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <select> has no field for text
      role="listbox"
      aria-label={label}
      className={styles.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map((item) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field handles the keys (APG combobox)
        <div
          key={keyOf(item)}
          id={combobox.optionId(item)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> shows no face
          role="option"
          aria-selected={combobox.isActiveOption(item)}
          className={styles.option}
          onClick={() => onChoose(item)}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}
