import type { QualityLevel } from '../../../client/quality/call-quality-judge.ts';
import styles from './QualitySign.module.css';

const bars: Readonly<Record<QualityLevel, number>> = { good: 3, fair: 2, poor: 1, lost: 0 };

/** Icon of the connection quality: bars as on phones, crossed out when no packets arrive. */
export function QualitySign({ level }: { readonly level: QualityLevel }) {
  return (
    <svg
      className={styles.sign}
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      aria-hidden="true"
      focusable="false"
    >
      {[0, 1, 2].map((index) => (
        <rect
          key={index}
          className={index < bars[level] ? styles.full : styles.empty}
          x={3 + index * 6.5}
          y={15 - index * 5.5}
          width="5"
          height={6 + index * 5.5}
          rx="1"
        />
      ))}
      {level === 'lost' ? <path className={styles.stroke} d="M3 3l18 18" /> : undefined}
    </svg>
  );
}
