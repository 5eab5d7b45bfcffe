import type { AriaAttributes, Ref } from 'react';
import type { IconName } from '../icons/Icon.tsx';
import { ToolbarButton } from './ToolbarButton.tsx';

export type ToggleButtonProps = Pick<AriaAttributes, 'aria-keyshortcuts'> & {
  /** The name, which never changes: `aria-pressed`, icon and colour show the state. */
  readonly label: string;
  readonly icon: IconName;
  /** The icon while the button is off; without it, `icon`. */
  readonly offIcon?: IconName;
  readonly isOn: boolean;
  /** Undefined = not possible now. */
  readonly onToggle?: (() => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
};

/** A toolbar button that is on or off. */
export function ToggleButton({ icon, offIcon = icon, isOn, onToggle, ...rest }: ToggleButtonProps) {
  return <ToolbarButton {...rest} icon={isOn ? icon : offIcon} aria-pressed={isOn} onPress={onToggle} />;
}
