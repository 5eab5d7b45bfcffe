import { type EntryToSave, isListedAddress, isListedName, type ListedEntry } from '@samtal/api-contract';
import { useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useConsole } from '../console-context.ts';
import { EntryForm } from '../listed/EntryForm.tsx';
import type { OnEntryDone } from '../listed/entry-done.ts';
import { FetchedEntry } from '../listed/FetchedEntry.tsx';
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
      {(entry) => <DirectoryEntryForm entry={entry} onDone={onDone} />}
    </FetchedEntry>
  );
}

const GROUPS = [
  { field: 'type', list: 'types', label: 'console.entry_type' },
  { field: 'category', list: 'categories', label: 'console.entry_category' },
] as const;

/** Adds an entry of the directory, or changes one. */
export function DirectoryEntryForm({ entry, onDone }: Done & { readonly entry?: ListedEntry }) {
  const { t } = useTranslation();
  const { api, access } = useConsole();
  const ask = useCallback(() => api.entryGroups(), [api]);
  const groups = useAnswer(ask);
  const listId = useId();
  const [initial] = useState<EntryToSave>({
    name: entry?.name ?? '',
    phone: entry?.phone ?? '',
    type: entry?.type ?? '',
    category: entry?.category ?? '',
    image: entry?.image ?? '',
    isFeatured: entry?.isFeatured ?? false,
    isHeading: entry?.isHeading ?? false,
    organisation: entry === undefined ? access.defaultOrganisation : entry.organisation,
  });
  const groupProblem = (name: string): string | undefined =>
    name === '' || isListedName(name) ? undefined : t('console.listed_name_rule');
  const phoneProblem = (phone: string): string | undefined =>
    phone === '' || isListedAddress(phone) ? undefined : t('console.listed_address_rule');
  const known = groups.phase === 'ready' ? groups.value : { types: [], categories: [] };
  return (
    <EntryForm
      title={t(entry === undefined ? 'console.entry_add' : 'console.entry_change')}
      list={DIRECTORY}
      initial={initial}
      problemsOf={({ phone, type, category }) => ({
        phone: phoneProblem(phone.trim()),
        type: groupProblem(type.trim()),
        category: groupProblem(category.trim()),
      })}
      save={(values) => api.saveEntry(entry?.id, values)}
      remove={entry && (() => api.removeEntry(entry.id))}
      onDone={onDone}
    >
      {({ values, set, problems }) => (
        <>
          <TextField
            label={t('console.listed_address')}
            hint={t('console.entry_phone_hint')}
            value={values.phone}
            onChange={(phone) => set({ phone })}
            error={problems.phone}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {GROUPS.map(({ field, list, label }) => (
            <div key={field}>
              <TextField
                label={t(label)}
                hint={t('console.entry_group_hint')}
                value={values[field]}
                onChange={(typed) => set({ [field]: typed })}
                error={problems[field]}
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
        </>
      )}
    </EntryForm>
  );
}
