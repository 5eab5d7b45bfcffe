import { type ComponentType, createContext, type ReactNode } from 'react';
import type { ToolbarButtonProps } from '../../../ui/buttons/ToolbarButton.tsx';

/** The emergency button on the screens of a call, or among the buttons of the toolbar. */
export type EmergencyButtonProps =
  | { readonly place: 'call' }
  | {
      readonly place: 'toolbar';
      readonly Button: ComponentType<ToolbarButtonProps>;
      readonly onPress: (() => void) | undefined;
    };

/** Shows that button; undefined = there is none. */
export const EmergencyContext = createContext<((button: EmergencyButtonProps) => ReactNode) | undefined>(
  undefined,
);
