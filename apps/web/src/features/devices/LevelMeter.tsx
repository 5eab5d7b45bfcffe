import type { Ref } from 'react';
import styles from './LevelMeter.module.css';

/** Meter of a sound level; {@link showLevel} updates it without React, sixty times a second. */
export function LevelMeter({ label, ref }: { readonly label: string; readonly ref: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <meter> cannot be styled alike in all browsers
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className={styles.meter}
    >
      <span className={styles.bar} />
    </div>
  );
}

/**
 * Shows a level on a {@link LevelMeter}.
 * @param level from 0 to 1; assistive technology gets it in steps of 10 %, to avoid constant announcements
 */
export function showLevel(meter: HTMLElement | null, level: number): void {
  if (meter === null) return;
  meter.style.setProperty('--level', level.toFixed(2));
  const rounded = String(Math.round(level * 10) * 10);
  if (meter.getAttribute('aria-valuenow') !== rounded) meter.setAttribute('aria-valuenow', rounded);
}
