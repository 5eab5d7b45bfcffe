import {
  CONTACT_FIELDS,
  type ContactDraft,
  type ContactField,
  contactDraftOf,
  contactProblem,
  isContactFieldValid,
} from '@samtal/api-contract';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { usePeople } from '../../client/hooks/use-client.ts';
import { useUnsaved } from '../../client/store/unsaved.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './ContactForm.module.css';
import { isSameDraft } from './contact-draft.ts';

export type ContactFormProps = {
  /** Id of the contact to change; undefined = a new one. */
  readonly id?: string;
  readonly title: string;
  /** The values before the change. */
  readonly saved: ContactDraft;
};

const labels: Readonly<Record<ContactField, TextKey>> = {
  fname: 'registration.firstname',
  sname: 'registration.lastname',
  sipaddress: 'registration.sipaddress',
  email: 'registration.email',
  address: 'registration.address',
  postNr: 'registration.postcode',
  city: 'registration.city',
};

const kinds: Readonly<Partial<Record<ContactField, Pick<TextFieldProps, 'type' | 'inputMode'>>>> = {
  sipaddress: { type: 'text', inputMode: 'email' },
  email: { type: 'text', inputMode: 'email' },
};

/** Form of a contact (CONTACT-08 … -11). After saving or leaving, the list opens (ROUTE-23). */
export function ContactForm({ id, title, saved }: ContactFormProps) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const people = usePeople();
  const [, navigate] = useLocation();
  const formId = useId();
  const [draft, setDraft] = useState(saved);
  const [wasSent, setWasSent] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const nothingIsLost = useUnsaved(!isSameDraft(draft, saved));

  // The error alerts of the form disappear with the form.
  useEffect(() => () => alerts.clear('contact'), [alerts]);

  function errorOf(field: ContactField): string | undefined {
    if (!wasSent) return undefined;
    const value = draft[field].trim();
    if (field === 'sipaddress' && value === '') return t('common.required');
    return isContactFieldValid(field, value) ? undefined : t('common.invalid_characters');
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    setWasSent(true);
    alerts.clear('contact');
    const sent = contactDraftOf(draft);
    const problem = contactProblem(sent);
    if (problem !== undefined) {
      const isMissing = problem.kind === 'noAddress';
      if (isMissing) alerts.show({ id: 'contact', type: 'danger', message: { key: 'contacts.nosipgiven' } });
      document.getElementById(`${formId}-${isMissing ? 'sipaddress' : problem.field}`)?.focus();
      return;
    }
    setIsSaving(true);
    const result = await people.saveContact(sent, id);
    setIsSaving(false);
    if (!result.ok) {
      const key = result.status === 404 ? 'contacts.notfound' : 'contacts.notsaved';
      alerts.show({ id: 'contact', type: 'danger', message: { key } });
      return;
    }
    alerts.show({ id: 'contactDone', type: 'success', message: { key: 'contacts.saved' } }, { flash: true });
    nothingIsLost();
    navigate('/contacts');
  }

  return (
    <PageFrame title={title} width="narrow" hasFocus>
      {/* Errors are shown beside the fields in the user's language, so the browser's own messages are off. */}
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {CONTACT_FIELDS.map((field) => (
          <TextField
            key={field}
            {...kinds[field]}
            id={`${formId}-${field}`}
            label={t(labels[field])}
            value={draft[field]}
            onChange={(value) => setDraft({ ...draft, [field]: value })}
            required={field === 'sipaddress'}
            hint={field === 'sipaddress' ? t('contacts.sip_hint') : undefined}
            error={errorOf(field)}
            autoComplete="off"
            {...(kinds[field] === undefined ? {} : { autoCapitalize: 'none', spellCheck: false })}
          />
        ))}
        <div className={styles.buttons}>
          <Button onPress={() => navigate('/contacts')}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isSaving}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </PageFrame>
  );
}
