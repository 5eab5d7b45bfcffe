import { type Contact, contactName, type Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { useFace } from '../../client/hooks/use-face.ts';
import { useFeature } from '../../client/hooks/use-feature.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import styles from './ContactInformationPage.module.css';
import { ContactPage } from './ContactPage.tsx';
import { ContactPicture } from './ContactPicture.tsx';

export type ContactInformationPageProps = {
  readonly id: string;
  readonly features: Pick<Features, 'contactEdit' | 'contactDelete'>;
};

/** All details of one contact (CONTACT-06). */
export function ContactInformationPage({ id, features }: ContactInformationPageProps) {
  const { t } = useTranslation();
  return (
    <ContactPage id={id} title={t('contacts.information')}>
      {(contact) => <Information contact={contact} features={features} />}
    </ContactPage>
  );
}

type InformationProps = Pick<ContactInformationPageProps, 'features'> & { readonly contact: Contact };

function Information({ contact, features }: InformationProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const name = contactName(contact);
  const { id, sipaddress, email, address, city, postNr } = contact;
  const face = useFace(sipaddress, contact.imageUrl);
  const call = useCallAction(sipaddress);
  const blockWords = useCallBlockWords(sipaddress);
  const hasPictures = useFeature('pictures');
  const facts = [
    [t('contacts.name'), name],
    [t('registration.sipaddress'), sipaddress],
    [t('registration.email'), email],
    [t('registration.address'), address],
    [t('registration.city'), city],
    [t('registration.postcode'), postNr],
  ] as const;
  return (
    <PageFrame title={t('contacts.information')} width="narrow" hasFocus>
      <Card>
        <div className={styles.portrait}>
          {hasPictures && features.contactEdit ? (
            <ContactPicture contact={contact} />
          ) : (
            <Portrait name={name} image={imageAddress(face)} size="large" />
          )}
        </div>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value === '' ? '-' : value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <Note>{blockWords}</Note>
      <div className={styles.actions}>
        <Button kind="success" icon="phone" onPress={call}>
          {t('common.call')}
        </Button>
        {features.contactEdit ? (
          <Button icon="edit" onPress={() => navigate(`/contacts/edit/${id}`)}>
            {t('common.edit')}
          </Button>
        ) : undefined}
        {features.contactDelete ? (
          <Button icon="trash" onPress={() => navigate(`/contacts/delete/${id}`)}>
            {t('common.delete')}
          </Button>
        ) : undefined}
        <Button onPress={() => navigate('/contacts')}>{t('common.cancel')}</Button>
      </div>
    </PageFrame>
  );
}
