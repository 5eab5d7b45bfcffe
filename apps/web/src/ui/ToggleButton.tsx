import type { AriaAttributes, Ref } from 'react';
import type { IconName } from './Icon.tsx';
import { ToolbarButton } from './ToolbarButton.tsx';

export type ToggleButtonProps = Pick<AriaAttributes, 'aria-keyshortcuts'> & {
  /** Constant: on and off are told by `aria-pressed`, sign and colour, never by another name. */
  readonly label: string;
  readonly icon: IconName;
  /** Sign while off; the same as `icon` when left out. */
  readonly offIcon?: IconName;
  readonly isOn: boolean;
  /** Undefined = not possible now. */
  readonly onToggle?: (() => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
};

/** One thing of a toolbar that is on or off. */
export function ToggleButton({ icon, offIcon = icon, isOn, onToggle, ...rest }: ToggleButtonProps) {
  return <ToolbarButton {...rest} icon={isOn ? icon : offIcon} aria-pressed={isOn} onPress={onToggle} />;
}
