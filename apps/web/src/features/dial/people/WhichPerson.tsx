import { useTranslation } from 'react-i18next';
import type { Findable } from '../../../client/people/find/findable.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { FoundPerson } from './FoundPerson.tsx';
import styles from './WhichPerson.module.css';

export type WhichPersonProps = {
  readonly name: string;
  readonly people: readonly Findable[];
  readonly onChoose: (person: Findable) => void;
  readonly onCancel: () => void;
  /** Calls what was typed; undefined = that is the name of each of them. */
  readonly onTyped?: (() => void) | undefined;
};

/** Asks which of several people of the same name is to be called, or whether the only match is meant. */
export function WhichPerson({ name, people, onChoose, onCancel, onTyped }: WhichPersonProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('dial.which', { name })}
      onCancel={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>{t('common.cancel')}</Button>
          {onTyped && <Button onPress={onTyped}>{t('dial.as_typed', { name })}</Button>}
        </>
      }
    >
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.key}>
            <button type="button" className={styles.person} onClick={() => onChoose(person)}>
              <FoundPerson person={person} typed="" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
