import styles from './LetterList.module.css';
import type { RowGroup } from './letter-rows.ts';

export type LetterIndexProps = {
  readonly label: string;
  readonly groups: readonly RowGroup<unknown>[];
  readonly onPress: (group: number) => void;
};

/**
 * A button for each letter of the list leads to the group of that letter; shown only on wide screens, where
 * there is room.
 */
export function LetterIndex({ label, groups, onPress }: LetterIndexProps) {
  return (
    <nav className={styles.index} aria-label={label}>
      {groups.map(({ key, letter }, group) =>
        letter === undefined ? undefined : (
          <button key={key} type="button" className={styles.letter} onClick={() => onPress(group)}>
            {letter}
          </button>
        ),
      )}
    </nav>
  );
}
