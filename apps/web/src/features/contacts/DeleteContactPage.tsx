import { type Contact, contactName } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { usePeople } from '../../client/hooks/use-client.ts';
import { useFeature } from '../../client/hooks/use-feature.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { ContactPage } from './ContactPage.tsx';
import styles from './form/ContactForm.module.css';

/** Asks before a contact is deleted (CONTACT-07). */
export function DeleteContactPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  // The contact leaves the list while it is deleted, before this page closes; it must not be reported as missing.
  const [kept, setKept] = useState<Contact>();
  return (
    <ContactPage id={id} title={t('common.delete')} kept={kept}>
      {(contact) => <Question contact={contact} onDeleting={setKept} />}
    </ContactPage>
  );
}

type QuestionProps = {
  readonly contact: Contact;
  /** The contact that is being deleted; undefined = that has failed. */
  readonly onDeleting: (contact: Contact | undefined) => void;
};

function Question({ contact, onDeleting }: QuestionProps) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const people = usePeople();
  const [, navigate] = useLocation();
  const [isDeleting, setIsDeleting] = useState(false);
  // Verbs say what a press does; with the flag off the buttons are those of CONTACT-07.
  const hasVerbs = useFeature('plainWords');

  useEffect(() => () => alerts.clear('contact'), [alerts]);

  // Shows that the deletion is in progress, then that it succeeded or failed (CONTACT-15).
  async function remove(): Promise<void> {
    alerts.clear('contact');
    setIsDeleting(true);
    onDeleting(contact);
    const result = await people.deleteContact(contact.id);
    setIsDeleting(false);
    if (!result.ok) {
      onDeleting(undefined);
      alerts.show({ id: 'contact', type: 'danger', message: { key: 'contacts.error' } });
      return;
    }
    alerts.show(
      { id: 'contactDone', type: 'success', message: { key: 'contacts.removed' } },
      { flash: true },
    );
    navigate('/contacts');
  }

  const leave = () => navigate(`/contacts/information/${contact.id}`);
  const name = contactName(contact);
  if (hasVerbs)
    return (
      <PageFrame title={name} width="narrow">
        <ConfirmDialog
          title={t('contacts.delete_question', { name })}
          confirmLabel={t('common.delete')}
          cancelLabel={t('common.cancel')}
          isDangerous
          isBusy={isDeleting}
          onConfirm={() => void remove()}
          onCancel={leave}
        >
          <p>{t('contacts.delete_body')}</p>
        </ConfirmDialog>
      </PageFrame>
    );
  return (
    <PageFrame title={t('contacts.delete_question', { name })} width="narrow" hasFocus>
      <p>{t('contacts.delete_body')}</p>
      <div className={styles.buttons}>
        <Button onPress={leave}>{t('common.no')}</Button>
        <Button kind="danger" isBusy={isDeleting} onPress={() => void remove()}>
          {t('common.yes')}
        </Button>
      </div>
    </PageFrame>
  );
}
