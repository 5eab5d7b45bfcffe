export type ComboboxState = {
  readonly isOpen: boolean;
  /** Index of the active option; -1 = the field itself. */
  readonly active: number;
  readonly count: number;
};

/** The parts of a keyboard event that matter. */
export type ComboboxKey = {
  readonly key: string;
  readonly altKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  /** The input method is still composing: all keys are its own. */
  readonly isComposing?: boolean;
};

export type ComboboxStep = Pick<ComboboxState, 'isOpen' | 'active'> & {
  /** `choose` = the active option, `submit` = the text of the field. */
  readonly action?: 'choose' | 'submit';
  /** The browser must not handle the key as well. */
  readonly isHandled: boolean;
};

/** What a key does in an editable combobox with a list (APG combobox pattern, manual selection). */
export function comboboxStep({ isOpen, active, count }: ComboboxState, pressed: ComboboxKey): ComboboxStep {
  const { key, altKey = false } = pressed;
  const same = { isOpen, active, isHandled: false };
  if (pressed.isComposing === true || pressed.ctrlKey === true || pressed.metaKey === true) return same;
  switch (key) {
    case 'ArrowDown':
      if (count === 0) return same;
      if (altKey) return { isOpen: true, active, isHandled: true };
      return { isOpen: true, active: isOpen ? (active + 1) % count : 0, isHandled: true };
    case 'ArrowUp':
      if (count === 0) return same;
      if (altKey) return { isOpen: false, active: -1, isHandled: true };
      return { isOpen: true, active: isOpen && active > 0 ? active - 1 : count - 1, isHandled: true };
    case 'Enter':
      return isOpen && active >= 0
        ? { isOpen: false, active: -1, action: 'choose', isHandled: true }
        : { isOpen, active, action: 'submit', isHandled: true };
    case 'Escape':
      return isOpen && count > 0 ? { isOpen: false, active: -1, isHandled: true } : same;
    // The caret moves in the field, so the field is active again.
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'Home':
    case 'End':
    case 'Tab':
      return { isOpen, active: -1, isHandled: false };
    default:
      return same;
  }
}
