import { type Contact, contactName, type Features } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import styles from './ContactRow.module.css';

export type ContactRowProps = {
  readonly contact: Contact;
  readonly features: Pick<Features, 'contactEdit' | 'contactDelete'>;
};

/** A row of the address book (CONTACT-04). */
export function ContactRow({ contact, features }: ContactRowProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const nameId = useId();
  const name = contactName(contact);
  const { id, sipaddress } = contact;
  const call = useCallAction(sipaddress);
  return (
    <div className={styles.row}>
      <Portrait name={name} image={imageAddress(contact.imageUrl)} />
      <div className={styles.words}>
        {/* In `bdi`, so that a name in the other writing direction stays on the same side of the row. */}
        <span id={nameId} className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.address}>
          <bdi dir="ltr">{sipaddress}</bdi>
        </span>
      </div>
      <div className={styles.actions}>
        <IconButton icon="phone" label={t('common.call')} aria-describedby={nameId} onPress={call} />
        {features.contactEdit ? (
          <IconButton
            icon="edit"
            label={t('common.edit')}
            aria-describedby={nameId}
            onPress={() => navigate(`/contacts/edit/${id}`)}
          />
        ) : undefined}
        <IconButton
          icon="info"
          label={t('contacts.information')}
          aria-describedby={nameId}
          onPress={() => navigate(`/contacts/information/${id}`)}
        />
        {features.contactDelete ? (
          <IconButton
            icon="trash"
            label={t('common.delete')}
            aria-describedby={nameId}
            onPress={() => navigate(`/contacts/delete/${id}`)}
          />
        ) : undefined}
      </div>
    </div>
  );
}
