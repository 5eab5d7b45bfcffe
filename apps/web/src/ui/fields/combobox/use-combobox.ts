import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { TextFieldProps } from '../TextField.tsx';
import { comboboxStep } from './combobox-keys.ts';

export type ComboboxOptions<Item> = {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The text of the field. */
  readonly value: string;
  readonly onChoose: (item: Item) => void;
  /** Enter without an active option. */
  readonly onSubmit: () => void;
};

export type Combobox<Item> = {
  /** Attributes of the field. */
  readonly field: Pick<
    TextFieldProps,
    | 'role'
    | 'onKeyDown'
    | 'aria-activedescendant'
    | 'aria-autocomplete'
    | 'aria-controls'
    | 'aria-expanded'
    | 'aria-haspopup'
  >;
  readonly isOpen: boolean;
  readonly listId: string;
  readonly optionId: (item: Item) => string;
  readonly isActiveOption: (item: Item) => boolean;
  /** Makes an option the active one, which Enter chooses, and opens the list. */
  readonly mark: (item: Item) => void;
};

/**
 * The state of an editable combobox whose list is in the page below the field. The list is open while there
 * are items, until the user closes it; the next letter opens it again. The focus stays in the field.
 */
export function useCombobox<Item>({
  items,
  keyOf,
  value,
  onChoose,
  onSubmit,
}: ComboboxOptions<Item>): Combobox<Item> {
  const id = useId();
  // Both belong to one text of the field: another text opens the list and has no active option.
  const [closedAt, setClosedAt] = useState<string>();
  const [chosen, setChosen] = useState<{ readonly value: string; readonly key: string }>();
  const isOpen = items.length > 0 && closedAt !== value;
  const activeKey = isOpen && chosen?.value === value ? chosen.key : undefined;
  const active = items.findIndex((item) => keyOf(item) === activeKey);
  const listId = `${id}-list`;
  const optionId = (item: Item): string => `${id}-${keyOf(item).replaceAll(/[^\w-]/g, '_')}`;
  const activeItem = items[active];
  const activeId = activeItem === undefined ? undefined : optionId(activeItem);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, altKey, ctrlKey, metaKey, nativeEvent } = event;
    const { isComposing } = nativeEvent;
    const step = comboboxStep(
      { isOpen, active, count: items.length },
      { key, altKey, ctrlKey, metaKey, isComposing },
    );
    if (step.isHandled) {
      event.preventDefault();
      event.stopPropagation();
    }
    setClosedAt(step.isOpen || items.length === 0 ? undefined : value);
    const next = items[step.active];
    setChosen(next === undefined ? undefined : { value, key: keyOf(next) });
    if (step.action === 'choose' && activeItem !== undefined) onChoose(activeItem);
    if (step.action === 'submit') onSubmit();
  }

  return {
    field: {
      role: 'combobox',
      onKeyDown,
      'aria-activedescendant': activeId,
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-expanded': isOpen,
      'aria-haspopup': 'listbox',
    },
    isOpen,
    listId,
    optionId,
    isActiveOption: (item) => item === activeItem,
    mark(item) {
      setClosedAt(undefined);
      setChosen({ value, key: keyOf(item) });
    },
  };
}
