import styles from './QrCode.module.css';
import { qrMatrix } from './qr-matrix.ts';

/** The light modules that must stand around a code (ISO/IEC 18004 §5.3.8). */
const QUIET = 4;

export type QrCodeProps = {
  /** What a reader finds in the code. */
  readonly text: string;
  /** What the picture is, for those who do not see it. */
  readonly label: string;
};

/** A QR code, dark on light in every theme, since readers expect that; nothing if the text is too long. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = qrMatrix(text);
  if (rows === undefined) return undefined;
  const size = rows.length + QUIET * 2;
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])))
    .join('');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn here, and no file
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
