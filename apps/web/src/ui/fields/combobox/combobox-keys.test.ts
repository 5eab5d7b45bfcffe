import { expect, test } from 'vitest';
import { type ComboboxKey, type ComboboxState, comboboxStep } from './combobox-keys.ts';

const open: ComboboxState = { isOpen: true, active: -1, count: 3 };
const closed: ComboboxState = { isOpen: false, active: -1, count: 3 };
const at = (active: number): ComboboxState => ({ ...open, active });

test.each<readonly [ComboboxState, ComboboxKey, ReturnType<typeof comboboxStep>]>([
  [open, { key: 'ArrowDown' }, { isOpen: true, active: 0, isHandled: true }],
  [at(2), { key: 'ArrowDown' }, { isOpen: true, active: 0, isHandled: true }],
  [closed, { key: 'ArrowDown' }, { isOpen: true, active: 0, isHandled: true }],
  [closed, { key: 'ArrowDown', altKey: true }, { isOpen: true, active: -1, isHandled: true }],
  [open, { key: 'ArrowUp' }, { isOpen: true, active: 2, isHandled: true }],
  [at(1), { key: 'ArrowUp' }, { isOpen: true, active: 0, isHandled: true }],
  [at(0), { key: 'ArrowUp' }, { isOpen: true, active: 2, isHandled: true }],
  [closed, { key: 'ArrowUp' }, { isOpen: true, active: 2, isHandled: true }],
  [at(1), { key: 'ArrowUp', altKey: true }, { isOpen: false, active: -1, isHandled: true }],
  [at(1), { key: 'Enter' }, { isOpen: false, active: -1, action: 'choose', isHandled: true }],
  [open, { key: 'Enter' }, { isOpen: true, active: -1, action: 'submit', isHandled: true }],
  [closed, { key: 'Enter' }, { isOpen: false, active: -1, action: 'submit', isHandled: true }],
  [at(1), { key: 'Escape' }, { isOpen: false, active: -1, isHandled: true }],
  [closed, { key: 'Escape' }, { isOpen: false, active: -1, isHandled: false }],
  ...['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab'].map(
    (key) => [at(1), { key }, { isOpen: true, active: -1, isHandled: false }] as const,
  ),
  [at(1), { key: 'a' }, { isOpen: true, active: 1, isHandled: false }],
  [at(1), { key: 'Enter', isComposing: true }, { isOpen: true, active: 1, isHandled: false }],
  [at(1), { key: 'Enter', ctrlKey: true }, { isOpen: true, active: 1, isHandled: false }],
  [{ ...closed, count: 0 }, { key: 'ArrowDown' }, { isOpen: false, active: -1, isHandled: false }],
])('D53 combobox pattern: in %j the key %j leads to %j', (state, key, step) => {
  expect(comboboxStep(state, key)).toEqual(step);
});
