import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntents } from '../../../client/hooks/use-client.ts';
import { useFeature } from '../../../client/hooks/use-feature.ts';
import type { Findable } from '../../../client/people/find/findable.ts';
import { typedTarget } from '../../../client/people/find/typed-target.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { OptionList } from '../../../ui/fields/combobox/OptionList.tsx';
import { useCombobox } from '../../../ui/fields/combobox/use-combobox.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './TransferDialog.module.css';
import { useTargets } from './use-targets.ts';

/** The number of rows shown; more letters find the others. */
const most = 6;
const keyOf = ({ key }: Findable): string => key;

export type TransferDialogProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly onClose: () => void;
};

/** Chooses the user that the remote user is asked to call (decision D87). */
export function TransferDialog({ name, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const intents = useIntents();
  const { all, find, ownDomain } = useTargets(useFeature('directory'));
  const [text, setText] = useState('');
  const [hasFailed, setHasFailed] = useState(false);
  const typed = text.trim();
  const { people } = find(typed, most);

  async function transferTo(target: string): Promise<void> {
    try {
      await intents.transfer({ do: 'ask', target });
      onClose();
    } catch {
      setHasFailed(true);
    }
  }
  function transferTyped(): void {
    if (typed === '') return;
    const target = typedTarget(typed, all, ownDomain);
    // Several people have this name: the user chooses one of the list.
    if (target.kind !== 'ask') void transferTo(target.address);
  }
  const combobox = useCombobox({
    items: people,
    keyOf,
    value: text,
    onChoose: ({ address }) => void transferTo(address),
    onSubmit: transferTyped,
  });

  return (
    <Dialog
      title={t('toolbar.transfer')}
      onCancel={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" onPress={typed === '' ? undefined : transferTyped}>
            {t('toolbar.transfer')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p dir="auto">{t('transfer.explain', { name })}</p>
        <TextField
          label={t('transfer.to', { name })}
          value={text}
          onChange={setText}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          {...combobox.field}
        />
        {combobox.isOpen ? (
          <OptionList
            combobox={combobox}
            label={t('dial.matches')}
            items={people}
            keyOf={keyOf}
            onChoose={({ address }) => void transferTo(address)}
          >
            {(person) => (
              <span className={styles.person}>
                <bdi>{person.name}</bdi>
                <bdi className={styles.address}>{person.address}</bdi>
              </span>
            )}
          </OptionList>
        ) : undefined}
        <output>{hasFailed ? t('error.notloaded') : undefined}</output>
      </div>
    </Dialog>
  );
}
