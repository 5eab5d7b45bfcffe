import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientState } from '../../../client/hooks/use-client.ts';
import { useFeature } from '../../../client/hooks/use-feature.ts';
import { useFindables } from '../../../client/hooks/use-findables.ts';
import { useWhenLoaded } from '../../../client/hooks/use-when-loaded.ts';
import type { Findable, FindableLists } from '../../../client/people/find/findable.ts';
import { mayBeName, typedTarget } from '../../../client/people/find/typed-target.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { useCaughtFocus } from '../../../ui/dialogs/use-caught-focus.ts';
import { MatchCount } from '../../../ui/fields/combobox/MatchCount.tsx';
import { OptionList } from '../../../ui/fields/combobox/OptionList.tsx';
import { useCombobox } from '../../../ui/fields/combobox/use-combobox.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { ThirdUser } from './ThirdButtons.tsx';
import styles from './TransferDialog.module.css';
import { refusalOf } from './third-user-refusal.ts';
import { useTransferOrders } from './use-transfer-orders.ts';

/** The number of rows shown; more letters find the others. */
const most = 6;
const noRecents: FindableLists['recents'] = [];
const keyOf = ({ key }: Findable): string => key;

export type TransferDialogProps = {
  readonly how: ThirdUser;
  /** Name of the remote user. */
  readonly name: string;
  readonly onClose: () => void;
};

const words = {
  ask: { title: 'toolbar.transfer', explain: 'transfer.explain', to: 'transfer.to' },
  inviteThird: { title: 'three.invite', explain: 'three.explain', to: 'three.who' },
} as const;

/** Chooses the user that the remote user is asked to call (decision D87), or that is invited into the call (decision D102). */
export function TransferDialog({ how, name, onClose }: TransferDialogProps) {
  const { title, explain, to } = words[how];
  const { t } = useTranslation();
  const { give, hasFailed } = useTransferOrders();
  const lists = {
    contacts: useFeature('contacts'),
    services: useFeature('services'),
    directory: useFeature('directory'),
  };
  const { all, find, ownDomain, phases } = useFindables(lists.directory, noRecents);
  const isLoading = (Object.keys(lists) as (keyof typeof lists)[]).some(
    (list) => lists[list] && phases[list] === 'loading',
  );
  // A name that is entered early is looked for when the saved names are there.
  const early = useWhenLoaded<void>(isLoading, transferTyped);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<TextKey>();
  const stateOf = useClientState();
  // The button that opened the dialog goes while the third user is asked.
  useCaughtFocus();
  const typed = text.trim();
  const failure = refusal ?? (hasFailed ? 'transfer.not_loaded' : undefined);
  const { people, total } = find(typed, most);

  async function transferTo(target: string): Promise<void> {
    const found = refusalOf(stateOf(), target);
    setRefusal(found);
    if (found === undefined && (await give({ do: how, target }))) onClose();
  }
  function transferTyped(): void {
    if (typed === '') return;
    if (isLoading && mayBeName(typed)) return early.wait();
    const target = typedTarget(typed, all, ownDomain, people);
    if (target.kind === 'call') return void transferTo(target.address);
    // Several people have this name, or these letters are a part of names: the user chooses one of the list.
    const keys = target.people.map(keyOf);
    const meant = people.find(({ key }) => keys.includes(key)) ?? people[0];
    if (meant !== undefined) combobox.mark(meant);
    field.current?.focus();
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
      title={t(title)}
      onCancel={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" onPress={typed === '' ? undefined : transferTyped}>
            {t(title)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p dir="auto">{t(explain, { name })}</p>
        <TextField
          label={t(to, { name })}
          ref={field}
          value={text}
          onChange={(next) => {
            // Another text is another wish.
            early.giveUp();
            setText(next);
          }}
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
        <output>{early.isWaiting ? t('common.loading') : failure && t(failure)}</output>
        <MatchCount typed={typed} total={total} />
      </div>
    </Dialog>
  );
}
