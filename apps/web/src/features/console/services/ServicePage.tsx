import { isListedAddress, type ListedService, type ServiceToSave } from '@samtal/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useConsole } from '../console-context.ts';
import { EntryForm } from '../listed/EntryForm.tsx';
import type { OnEntryDone } from '../listed/entry-done.ts';
import { FetchedEntry } from '../listed/FetchedEntry.tsx';
import { useAnswer } from '../use-answer.ts';
import { SERVICES } from './ServicesPage.tsx';

type Done = { readonly onDone: OnEntryDone };

/** Changes one service. */
export function ServicePage({ id, onDone }: Done & { readonly id: string }) {
  const { t } = useTranslation();
  const { api } = useConsole();
  const ask = useCallback(() => api.service(id), [api, id]);
  const answer = useAnswer(ask);
  return (
    <FetchedEntry title={t('menu.services')} list={SERVICES} answer={answer}>
      {(service) => <ServiceForm service={service} onDone={onDone} />}
    </FetchedEntry>
  );
}

/** Adds a service, or changes one. */
export function ServiceForm({ service, onDone }: Done & { readonly service?: ListedService }) {
  const { t } = useTranslation();
  const { api, access } = useConsole();
  const [initial] = useState<ServiceToSave>({
    name: service?.name ?? '',
    address: service?.address ?? '',
    image: service?.image ?? '',
    organisation: service === undefined ? access.defaultOrganisation : service.organisation,
  });
  return (
    <EntryForm
      title={t(service === undefined ? 'console.service_add' : 'console.service_change')}
      list={SERVICES}
      initial={initial}
      problemsOf={({ address }) => ({
        address: isListedAddress(address.trim()) ? undefined : t('console.listed_address_rule'),
      })}
      save={(values) => api.saveService(service?.id, values)}
      remove={service && (() => api.removeService(service.id))}
      onDone={onDone}
    >
      {({ values, set, problems }) => (
        <TextField
          label={t('console.listed_address')}
          hint={t('console.listed_address_hint')}
          value={values.address}
          onChange={(address) => set({ address })}
          error={problems.address}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </EntryForm>
  );
}
