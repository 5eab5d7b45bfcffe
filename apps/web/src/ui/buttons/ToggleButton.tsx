import type { AriaAttributes, Ref } from 'react';
import type { IconName } from '../icons/Icon.tsx';
import { ToolbarButton } from './ToolbarButton.tsx';

export type ToggleButtonProps = Pick<AriaAttributes, 'aria-keyshortcuts'> & {
  /** The name, which never changes: `aria-pressed`, icon and colour show the state. */
  readonly label: string;
  readonly icon: IconName;
  /** The icon while the button is off; without it, `icon`. */
  readonly offIcon?: IconName;
  /** The word shown on the icon while the button is off. */
  readonly offWord?: string;
  readonly isOn: boolean;
  /** Undefined = not possible now. */
  readonly onToggle?: (() => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
};

/** A toolbar button that is on or off. */
export function ToggleButton(props: ToggleButtonProps) {
  const { icon, offIcon = icon, offWord, isOn, onToggle, ...rest } = props;
  const isOff = !isOn && onToggle !== undefined;
  return (
    <ToolbarButton
      {...rest}
      icon={isOn ? icon : offIcon}
      state={isOff ? offWord : undefined}
      aria-pressed={isOn}
      onPress={onToggle}
    />
  );
}
