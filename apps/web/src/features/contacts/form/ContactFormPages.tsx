import { contactDraftOf, type Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { useFeature } from '../../../client/hooks/use-feature.ts';
import { ContactPage } from '../ContactPage.tsx';
import { ContactPicture } from '../ContactPicture.tsx';
import { ContactForm } from './ContactForm.tsx';
import { draftFrom } from './contact-draft.ts';

/** Page to add a contact; other pages pass known details of the contact in the query of the URL. */
export function AddContactPage() {
  const { t } = useTranslation();
  const search = useSearch();
  return <ContactForm key={search} title={t('contacts.add')} saved={draftFrom(search)} />;
}

export type EditContactPageProps = {
  readonly id: string;
  readonly features: Pick<Features, 'contactDelete'>;
};

export function EditContactPage({ id, features }: EditContactPageProps) {
  const { t } = useTranslation();
  const hasPictures = useFeature('pictures');
  return (
    <ContactPage id={id} title={t('contacts.edit')}>
      {(contact) => (
        <ContactForm
          id={id}
          title={t('contacts.edit')}
          saved={contactDraftOf(contact)}
          picture={hasPictures ? <ContactPicture contact={contact} /> : undefined}
          canDelete={features.contactDelete}
        />
      )}
    </ContactPage>
  );
}
