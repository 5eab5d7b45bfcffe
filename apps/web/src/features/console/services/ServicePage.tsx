import {
  isListedAddress,
  isListedImage,
  isListedName,
  type ListedService,
  type ServiceToSave,
} from '@samtal/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useConsole } from '../console-context.ts';
import { EntryPage, FetchedEntry } from '../listed/EntryPage.tsx';
import type { OnEntryDone } from '../listed/entry-done.ts';
import { OrganisationField } from '../listed/OrganisationField.tsx';
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
  const [values, setValues] = useState<ServiceToSave>({
    name: service?.name ?? '',
    address: service?.address ?? '',
    image: service?.image ?? '',
    organisation: service === undefined ? access.defaultOrganisation : service.organisation,
  });
  const [isTouched, setIsTouched] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const set = (more: Partial<ServiceToSave>): void => {
    setIsTouched(true);
    setValues({ ...values, ...more });
  };
  const problems = {
    name: isListedName(values.name.trim()) ? undefined : t('console.listed_name_rule'),
    address: isListedAddress(values.address.trim()) ? undefined : t('console.listed_address_rule'),
    image: isListedImage(values.image.trim()) ? undefined : t('console.listed_image_rule'),
  };
  const shown = isChecked ? problems : undefined;
  return (
    <EntryPage
      title={t(service === undefined ? 'console.service_add' : 'console.service_change')}
      list={SERVICES}
      isTouched={isTouched}
      check={() => {
        setIsChecked(true);
        return Object.values(problems).every((problem) => problem === undefined);
      }}
      save={() => api.saveService(service?.id, values)}
      onSaved={() => onDone(SERVICES, 'console.listed_saved')}
      {...(service && {
        removal: {
          name: service.name,
          remove: () => api.removeService(service.id),
          onRemoved: () => onDone(SERVICES, 'console.listed_removed'),
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
        hint={t('console.listed_address_hint')}
        value={values.address}
        onChange={(address) => set({ address })}
        error={shown?.address}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
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
