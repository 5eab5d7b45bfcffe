import type { MediaKinds } from '@samtal/call-core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTextCall } from '../../../client/hooks/use-call-action.ts';
import { useWhenLoaded } from '../../../client/hooks/use-when-loaded.ts';
import type { Findable } from '../../../client/people/find/findable.ts';
import { inSteadyOrder } from '../../../client/people/find/steady-order.ts';
import { mayBeName, typedTarget } from '../../../client/people/find/typed-target.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { MatchCount } from '../../../ui/fields/combobox/MatchCount.tsx';
import { OptionList } from '../../../ui/fields/combobox/OptionList.tsx';
import { useCombobox } from '../../../ui/fields/combobox/use-combobox.ts';
import { fetchedLater } from '../../../ui/loading/fetched-later.tsx';
import { CallKinds } from '../CallKinds.tsx';
import { DialScreen, type DialScreenProps } from '../DialScreen.tsx';
import { FoundPerson } from './FoundPerson.tsx';
import { PeopleArea } from './PeopleArea.tsx';
import styles from './PeopleDial.module.css';
import { useAwaitedCalls } from './use-awaited-call.ts';
import { type DialFeatures, useDialPeople } from './use-dial-people.ts';

/** The question which person is meant, loaded for the first such question. */
const WhichPerson = fetchedLater(async () => (await import('./load-which-person.ts')).load());

/** The number of rows shown; more letters find the others. */
const most = 12;
const keyOf = ({ key }: Findable): string => key;

/** Several people have the typed name, or only one is in sight who may be meant by it. */
type Asked = {
  readonly people: readonly Findable[];
  readonly media: MediaKinds | undefined;
  readonly isPart?: boolean | undefined;
};

export type PeopleDialProps = Omit<DialScreenProps, 'people'> & { readonly features: DialFeatures };

/**
 * The dial page that finds people (decision D53): the field is a combobox over contacts, services, the
 * directory and recent calls, and below it are the faces of favourites and recent calls.
 */
export function PeopleDial({ features, ...screen }: PeopleDialProps) {
  const { t } = useTranslation();
  const { number } = screen;
  const typed = number.trim();
  const people = useDialPeople(features, typed !== '');
  const { call, awaited, giveUp, refusals, refused } = useAwaitedCalls();
  const onTextCall = useTextCall(screen.blockedBy === 'mediaDenied' ? refused?.address : undefined);
  const [asked, setAsked] = useState<Asked>();
  // A typed name may be called while the saved names are still being loaded.
  const early = useWhenLoaded(people.isLoading, callTyped);
  const { find } = people;
  const found = useMemo(() => find(typed, most), [find, typed]);
  const items = useSteady(found.people, typed);

  function stopWaiting(): void {
    giveUp();
    early.giveUp();
  }
  function change(text: string): void {
    // Another text is another wish.
    stopWaiting();
    screen.onNumberChange(text);
  }
  const callPerson = ({ name, address }: Pick<Findable, 'name' | 'address'>, media?: MediaKinds): void => {
    setAsked(undefined);
    // The letters have done their work; after the call the faces are shown again.
    if (call({ name, address, media })) screen.onNumberChange('');
  };
  function callTyped(media?: MediaKinds): void {
    if (typed === '') return;
    if (people.isLoading && mayBeName(typed)) return early.wait(media);
    const only = found.total === 1 ? found.people : undefined;
    const target = typedTarget(typed, people.all, people.ownDomain, only);
    if (target.kind === 'ask') setAsked({ ...target, media });
    else call({ name: typed, address: target.address, media });
  }
  const combobox = useCombobox({
    items,
    keyOf,
    value: number,
    onChoose: (person) => callPerson(person),
    onSubmit: () => callTyped(),
  });

  return (
    <>
      <DialScreen
        {...screen}
        onNumberChange={change}
        onCall={screen.onCall === undefined ? undefined : () => callTyped()}
        kinds={<CallKinds target={number} onCall={callTyped} />}
        people={{
          field: combobox.field,
          notice:
            awaited === undefined && !early.isWaiting ? undefined : (
              <div className={styles.waiting}>
                <output>{awaited ? t('dial.waiting', { name: awaited.name }) : t('common.loading')}</output>
                <Button onPress={stopWaiting}>{t('common.cancel')}</Button>
              </div>
            ),
          refusals,
          refusedBy: refused?.why,
          wayOut:
            onTextCall === undefined ? undefined : (
              <Button icon="text" onPress={onTextCall}>
                {t('call.withtext')}
              </Button>
            ),
          found: combobox.isOpen ? (
            <OptionList
              combobox={combobox}
              label={t('dial.matches')}
              items={items}
              keyOf={keyOf}
              onChoose={(person) => callPerson(person)}
            >
              {(person) => <FoundPerson person={person} typed={typed} />}
            </OptionList>
          ) : undefined,
          below: combobox.isOpen ? undefined : (
            <>
              {typed !== '' && items.length === 0 ? (
                <p className={styles.hint}>{t('dial.no_match')}</p>
              ) : undefined}
              <PeopleArea people={people} features={features} />
            </>
          ),
        }}
      />
      <MatchCount typed={typed} total={found.total} />
      {asked === undefined ? undefined : (
        <WhichPerson
          name={typed}
          people={asked.people}
          onChoose={(person) => callPerson(person, asked.media)}
          onCancel={() => setAsked(undefined)}
          onTyped={asked.isPart ? () => callPerson({ name: typed, address: typed }, asked.media) : undefined}
        />
      )}
    </>
  );
}

/** `found` without moving what is already shown for the same text. */
function useSteady(found: readonly Findable[], typed: string): readonly Findable[] {
  const [shown, setShown] = useState({ typed, found, items: found });
  if (shown.typed === typed && shown.found === found) return shown.items;
  const items = shown.typed === typed ? inSteadyOrder(found, shown.items, keyOf) : found;
  setShown({ typed, found, items });
  return items;
}
