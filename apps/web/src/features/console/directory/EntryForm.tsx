import {
  type EntryToSave,
  isListedAddress,
  isListedImage,
  isListedName,
  type ListedEntry,
} from '@samtal/api-contract';
import { useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useConsole } from '../console-context.ts';
import { EntryPage, FetchedEntry } from '../listed/EntryPage.tsx';
import type { OnEntryDone } from '../listed/entry-done.ts';
import { OrganisationField } from '../listed/OrganisationField.tsx';
import { useAnswer } from '../use-answer.ts';
import { DIRECTORY } from './DirectoryPage.tsx';

type Done = { readonly onDone: OnEntryDone };

/** Changes one entry of the directory. */
export function ChangeEntryPage({ id, onDone }: Done & { readonly id: string }) {
  const { t } = useTranslation();
  const { api } = useConsole();
  const ask = useCallback(() => api.entry(id), [api, id]);
  const answer = useAnswer(ask);
  return (
    <FetchedEntry title={t('menu.directory')} list={DIRECTORY} answer={answer}>
      {(entry) => <EntryForm entry={entry} onDone={onDone} />}
    </FetchedEntry>
  );
}

/** Adds an entry of the directory, or changes one. */
export function EntryForm({ entry, onDone }: Done & { readonly entry?: ListedEntry }) {
  const { t } = useTranslation();
  const { api, access } = useConsole();
  const ask = useCallback(() => api.entryGroups(), [api]);
  const groups = useAnswer(ask);
  const listId = useId();
  const [values, setValues] = useState<EntryToSave>({
    name: entry?.name ?? '',
    phone: entry?.phone ?? '',
    type: entry?.type ?? '',
    category: entry?.category ?? '',
    image: entry?.image ?? '',
    isFeatured: entry?.isFeatured ?? false,
    isHeading: entry?.isHeading ?? false,
    organisation: entry === undefined ? access.defaultOrganisation : entry.organisation,
  });
  const [isTouched, setIsTouched] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const set = (more: Partial<EntryToSave>): void => {
    setIsTouched(true);
    setValues({ ...values, ...more });
  };
  const groupProblem = (name: string): string | undefined =>
    name === '' || isListedName(name) ? undefined : t('console.listed_name_rule');
  const phone = values.phone.trim();
  const problems = {
    name: isListedName(values.name.trim()) ? undefined : t('console.listed_name_rule'),
    phone: phone === '' || isListedAddress(phone) ? undefined : t('console.listed_address_rule'),
    type: groupProblem(values.type.trim()),
    category: groupProblem(values.category.trim()),
    image: isListedImage(values.image.trim()) ? undefined : t('console.listed_image_rule'),
  };
  const shown = isChecked ? problems : undefined;
  const known = groups.phase === 'ready' ? groups.value : { types: [], categories: [] };
  return (
    <EntryPage
      title={t(entry === undefined ? 'console.entry_add' : 'console.entry_change')}
      list={DIRECTORY}
      isTouched={isTouched}
      check={() => {
        setIsChecked(true);
        return Object.values(problems).every((problem) => problem === undefined);
      }}
      save={() => api.saveEntry(entry?.id, values)}
      onSaved={() => onDone(DIRECTORY, 'console.listed_saved')}
      {...(entry && {
        removal: {
          name: entry.name,
          remove: () => api.removeEntry(entry.id),
          onRemoved: () => onDone(DIRECTORY, 'console.listed_removed'),
        },
      })}
    >
      <TextField
        label={t('console.listed_name')}
        value={values.name}
        onChange={(name) => set({ name })}
        error={shown?.name}
        required
        autoComplete="off"
      />
      <TextField
        label={t('console.listed_address')}
        hint={t('console.entry_phone_hint')}
        value={values.phone}
        onChange={(typed) => set({ phone: typed })}
        error={shown?.phone}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {(
        [
          ['type', 'types'],
          ['category', 'categories'],
        ] as const
      ).map(([field, list]) => (
        <div key={field}>
          <TextField
            label={t(field === 'type' ? 'console.entry_type' : 'console.entry_category')}
            hint={t('console.entry_group_hint')}
            value={values[field]}
            onChange={(typed) => set({ [field]: typed })}
            error={shown?.[field]}
            autoComplete="off"
            list={`${listId}${list}`}
          />
          <datalist id={`${listId}${list}`}>
            {known[list].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </div>
      ))}
      <Checkbox
        label={t('console.entry_featured')}
        isChecked={values.isFeatured}
        onChange={(isFeatured) => set({ isFeatured })}
      />
      <Checkbox
        label={t('console.entry_heading')}
        isChecked={values.isHeading}
        onChange={(isHeading) => set({ isHeading })}
      />
      <TextField
        label={t('console.listed_image')}
        hint={t('console.listed_image_hint')}
        value={values.image}
        onChange={(image) => set({ image })}
        error={shown?.image}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <OrganisationField value={values.organisation} onChange={(organisation) => set({ organisation })} />
    </EntryPage>
  );
}
