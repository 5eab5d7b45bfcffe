import styles from './Icon.module.css';
import { type firstShapes, iconShapes } from './icon-shapes.ts';
import type { laterShapes } from './later-shapes.ts';
import type { pageShapes } from './page-shapes.ts';
import type { quietShapes } from './quiet-shapes.ts';

export type IconName =
  | keyof typeof firstShapes
  | keyof typeof laterShapes
  | keyof typeof pageShapes
  | keyof typeof quietShapes;

/** Icons that point along the reading direction are mirrored in right-to-left. */
const directional: readonly IconName[] = [
  'back',
  'backspace',
  'callIn',
  'callMissed',
  'callOut',
  'history',
  'logOut',
];

/** An icon beside words, or in a button that has a name: hidden from assistive technology. */
export function Icon({ name, size = '1.5em' }: { readonly name: IconName; readonly size?: string }) {
  return (
    <svg
      className={directional.includes(name) ? styles.directional : styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dialpad' || name === 'more' ? 3 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconShapes[name]} />
    </svg>
  );
}
