import type { CountedGroup } from './directory-filter.ts';
import styles from './FilterButtons.module.css';

export type FilterButtonsProps = {
  readonly label: string;
  readonly groups: readonly CountedGroup[];
  /** Id of the selected group. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
};

/** A choice of one group or none: pressing the selected group clears the choice (DIRECTORY-01). */
export function FilterButtons({ label, groups, chosen, onChoose }: FilterButtonsProps) {
  if (groups.length === 0) return undefined;
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.label}>{label}</legend>
      {groups.map((group) => (
        <button
          key={group.id}
          type="button"
          className={styles.button}
          aria-pressed={group.id === chosen}
          onClick={() => onChoose(group.id === chosen ? undefined : group.id)}
        >
          <bdi>{group.name}</bdi> <span className={styles.count}>{group.count}</span>
        </button>
      ))}
    </fieldset>
  );
}
