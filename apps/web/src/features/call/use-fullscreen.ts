import { type RefObject, useEffect } from 'react';
import type { ToggleProps } from './CallToolbar.tsx';

/**
 * The whole screen for one element (INCALL-17); not possible where the browser has no such thing, as on iPhones.
 * @param isOn what the page has reported: a person can leave the whole screen without this button as well
 */
export function useFullscreen(element: RefObject<HTMLElement | null>, isOn: boolean): ToggleProps {
  useEffect(
    () => () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    },
    [],
  );
  function toggle(): void {
    // A refusal changes nothing, and the button goes on showing what is.
    const done = isOn ? document.exitFullscreen() : element.current?.requestFullscreen();
    done?.catch(() => {});
  }
  return { isOn, onToggle: document.fullscreenEnabled ? toggle : undefined };
}
