import styles from './Keypad.module.css';

/** Digits with the letters of ITU-T E.161. */
const keys = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', ''],
  ['#', ''],
] as const;

export type KeypadProps = {
  readonly label: string;
  readonly onKey: (key: string) => void;
};

/** The twelve keys of a phone, left to right in every language (DIAL-03, DIALER-06). */
export function Keypad({ label, onKey }: KeypadProps) {
  return (
    <fieldset className={styles.keypad} dir="ltr" aria-label={label}>
      {keys.map(([key, letters]) => (
        <button key={key} type="button" className={styles.key} aria-label={key} onClick={() => onKey(key)}>
          <span className={styles.digit}>{key}</span>
          {/* The letters are drawn, not text: the name of a key is its digit, also for speech input. */}
          {letters !== '' && <span className={styles.letters} data-letters={letters} aria-hidden="true" />}
        </button>
      ))}
    </fieldset>
  );
}
