import { contactDraftOf } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { ContactForm } from './ContactForm.tsx';
import { ContactPage } from './ContactPage.tsx';
import { draftFrom } from './contact-draft.ts';

/** Page to add a contact; other pages pass known details of the contact in the query of the URL. */
export function AddContactPage() {
  const { t } = useTranslation();
  const search = useSearch();
  return <ContactForm key={search} title={t('contacts.add')} saved={draftFrom(search)} />;
}

export function EditContactPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <ContactPage id={id} title={t('contacts.edit')}>
      {(contact) => <ContactForm id={id} title={t('contacts.edit')} saved={contactDraftOf(contact)} />}
    </ContactPage>
  );
}
