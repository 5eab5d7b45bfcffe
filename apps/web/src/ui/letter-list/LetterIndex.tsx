import styles from './LetterList.module.css';
import type { RowGroup } from './letter-rows.ts';

export type LetterIndexProps = {
  readonly label: string;
  readonly groups: readonly RowGroup<unknown>[];
  readonly onPress: (group: number) => void;
};

/** The letters there are, each a way to its place; on wide screens only, where there is room for it. */
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
