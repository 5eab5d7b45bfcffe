import {
  type ContactDraft,
  type ContactField,
  contactDraftOf,
  contactName,
  contactProblem,
  isContactFieldValid,
} from '@samtal/api-contract';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { usePeople } from '../../../client/hooks/use-client.ts';
import { useIsThere } from '../../../client/hooks/use-is-there.ts';
import { useUnsaved } from '../../../client/store/unsaved.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { FormBar } from '../../../ui/page/FormBar.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import { takeFocus } from '../../../ui/page/take-focus.ts';
import { CONTACT_GROUPS, type ContactFormField } from '../contact-groups.ts';
import styles from './ContactForm.module.css';
import { isSameDraft } from './contact-draft.ts';
import { DraftPortrait } from './DraftPortrait.tsx';

export type ContactFormProps = {
  /** Id of the contact to change; undefined = a new one. */
  readonly id?: string;
  readonly title: string;
  /** The values before the change. */
  readonly saved: ContactDraft;
  /** The picture of the contact with its buttons; undefined = the form shows the face of the draft. */
  readonly picture?: ReactNode;
  /** The contact can be deleted. */
  readonly canDelete?: boolean;
};

/** Form of a contact (CONTACT-08 … -11). After saving or leaving, the list opens (ROUTE-23). */
export function ContactForm({ id, title, saved, picture, canDelete = false }: ContactFormProps) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const people = usePeople();
  const [, navigate] = useLocation();
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const isThere = useIsThere();
  const [draft, setDraft] = useState(saved);
  const [wasSent, setWasSent] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = !isSameDraft(draft, saved);
  const nothingIsLost = useUnsaved(isChanged);

  useEffect(() => takeFocus(first.current), []);
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
    if (!isThere()) return;
    nothingIsLost();
    navigate('/contacts');
  }

  const fieldOf = ({ name, label, isShort = false, ...kind }: ContactFormField) => (
    <div key={name} data-is-short={isShort || undefined}>
      <TextField
        {...kind}
        {...(name === 'fname' && { ref: first })}
        id={`${formId}-${name}`}
        label={t(label)}
        value={draft[name]}
        onChange={(value) => setDraft({ ...draft, [name]: value })}
        required={name === 'sipaddress'}
        hint={name === 'sipaddress' ? t('contacts.sip_hint') : undefined}
        error={errorOf(name)}
        autoComplete="off"
      />
    </div>
  );

  return (
    <PageFrame title={title} width="narrow">
      {/* Outside the form, so that a key in the dialog of the picture does not save the contact. */}
      <div className={styles.face}>
        {picture ?? <DraftPortrait name={contactName(draft)} address={draft.sipaddress.trim()} />}
      </div>
      {/* Errors are shown beside the fields in the user's language, so the browser's own messages are off. */}
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {CONTACT_GROUPS.map((group) => (
          <Card key={group.title}>
            <fieldset className={styles.group}>
              <legend className={styles.legend}>{t(group.title)}</legend>
              {group.fields.map(fieldOf)}
            </fieldset>
          </Card>
        ))}
        {canDelete ? (
          <div className={styles.removal}>
            <Button icon="trash" onPress={() => navigate(`/contacts/delete/${id}`)}>
              {t('common.delete')}
            </Button>
          </div>
        ) : undefined}
        <FormBar state={isChanged ? t('settings.unsaved') : ''}>
          <Button onPress={() => navigate('/contacts')}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isSaving}>
            {t('common.save')}
          </Button>
        </FormBar>
      </form>
    </PageFrame>
  );
}
