import type { AriaAttributes, Ref } from 'react';
import type { IconName } from '../icons/Icon.tsx';
import { ToolbarButton } from './ToolbarButton.tsx';

export type ToggleButtonProps = Pick<AriaAttributes, 'aria-keyshortcuts'> & {
  /** Constant: `aria-pressed`, icon and colour show the state; the name never changes. */
  readonly label: string;
  readonly icon: IconName;
  /** Icon while off; the same as `icon` when left out. */
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
