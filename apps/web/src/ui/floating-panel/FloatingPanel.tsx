import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './FloatingPanel.module.css';
import type { FloatingShape } from './floating-place.ts';
import { type FloatingMemory, useFloatingPlace } from './use-floating-place.ts';

export type FloatingPanelProps = FloatingMemory & {
  readonly kind: 'figure' | 'section';
  /** The accessible name. */
  readonly label: string;
  /** Names of the buttons that do the same as a drag (WCAG 2.5.7). */
  readonly words: { readonly nextCorner: string; readonly smaller: string; readonly larger: string };
  /** Must stay the same object as long as the panel is shown. */
  readonly shape: FloatingShape;
  /**
   * `onDemand`: buttons on the panel while it is hovered or focused; `always`: buttons in a bar above the
   * content.
   */
  readonly buttons: 'onDemand' | 'always';
  /** The panel gets the focus when it opens. */
  readonly takesFocus?: boolean;
  /** An additional button, after the panel's own buttons. */
  readonly lastButton?: ReactNode;
  /** Style of the area in which the panel floats. */
  readonly areaClassName?: string | undefined;
  /** A class that sets `--ratio`, width over height. */
  readonly className?: string | undefined;
  /** Called before the panel handles a key; after `preventDefault` the panel ignores the key. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly ref?: RefObject<HTMLElement | null> | undefined;
  readonly children: ReactNode;
};

/**
 * A panel above other content that the user moves and resizes by dragging, with keys (arrows, + and -) and with
 * buttons. Its proportions are locked, and it never leaves its area (INCALL-02 … -04, DIALER-01 … -03).
 */
export function FloatingPanel({ ref, ...props }: FloatingPanelProps) {
  const { kind: Element, label, words, shape, buttons, takesFocus, lastButton, children } = props;
  const ownPanel = useRef<HTMLElement>(null);
  const panel = ref ?? ownPanel;
  const { place, moveHandlers, resizeHandlers, ...actions } = useFloatingPlace(panel, shape, props);
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true });
  }, [takesFocus, panel]);
  const style = {
    '--size': place.size,
    '--x': place.x,
    '--y': place.y,
    '--least': `${shape.leastWidth}px`,
  } as CSSProperties;
  return (
    <div className={classNames(styles.area, props.areaClassName)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons on it do the same */}
      <Element
        ref={panel}
        className={classNames(styles.panel, props.className)}
        style={style}
        data-unit={shape.unit}
        data-initial={place.size === shape.initial.size || undefined}
        data-buttons={buttons}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by arrow keys, resized by + and -
        tabIndex={0}
        onKeyDown={(event) => {
          props.onKeyDown?.(event);
          actions.onKeyDown(event);
        }}
        onMouseDown={actions.onMouseDown}
        {...moveHandlers}
      >
        <div className={styles.buttons}>
          <PanelButton label={words.nextCorner} icon="selfView" onPress={actions.onNextCorner} />
          <PanelButton label={words.smaller} icon="minus" isForSize onPress={actions.onSmaller} />
          <PanelButton label={words.larger} icon="plus" isForSize onPress={actions.onLarger} />
          {lastButton}
        </div>
        {children}
        <span className={styles.handle} data-handle aria-hidden="true" {...resizeHandlers} />
      </Element>
    </div>
  );
}

export type PanelButtonProps = {
  readonly label: string;
  readonly icon: IconName;
  /** The button resizes the panel; it is hidden where there is no room for that. */
  readonly isForSize?: boolean;
  readonly onPress: () => void;
};

/** A button of the panel itself. */
export function PanelButton({ label, icon, isForSize, onPress }: PanelButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-for-size={isForSize}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} size="1.125rem" />
    </button>
  );
}
