import { type Contact, contactName, type Features } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCallAction } from '../../../client/hooks/use-call-action.ts';
import { useFace } from '../../../client/hooks/use-face.ts';
import { imageAddress } from '../../../client/product/image-address.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { ActionMenu, type MenuAction } from '../../../ui/menus/ActionMenu.tsx';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';
import { ContactStar } from '../ContactStar.tsx';
import styles from './ContactRow.module.css';

export type ContactRowProps = {
  readonly contact: Contact;
  readonly features: Pick<Features, 'contactEdit' | 'contactDelete' | 'peopleFirst'>;
};

/** A word, for instance an address in place of a name, that large letters make wider than a phone. */
const LONG_WORD = /\S{18}/;

/** A row of the address book (CONTACT-04). */
export function ContactRow({ contact, features }: ContactRowProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const nameId = useId();
  const name = contactName(contact);
  const { id, sipaddress } = contact;
  const face = useFace(sipaddress, contact.imageUrl);
  const call = useCallAction(sipaddress);
  const others: readonly MenuAction[] = [
    ...(features.contactEdit
      ? [
          {
            label: t('common.edit'),
            icon: 'edit' as const,
            onPress: () => navigate(`/contacts/edit/${id}`),
          },
        ]
      : []),
    {
      label: t('contacts.information'),
      icon: 'info',
      onPress: () => navigate(`/contacts/information/${id}`),
    },
    ...(features.contactDelete
      ? [
          {
            label: t('common.delete'),
            icon: 'trash' as const,
            kind: 'danger' as const,
            onPress: () => navigate(`/contacts/delete/${id}`),
          },
        ]
      : []),
  ];
  const callButton = (
    <IconButton icon="phone" label={t('common.call')} aria-describedby={nameId} onPress={call} />
  );
  return (
    <div
      className={styles.row}
      data-people={features.peopleFirst || undefined}
      data-calls={(features.peopleFirst && call !== undefined) || undefined}
    >
      <Portrait name={name} image={imageAddress(face)} />
      <div className={styles.words}>
        {/* In `bdi`, so that a name in the other writing direction stays on the same side of the row. */}
        <span id={nameId} className={styles.name} data-long={LONG_WORD.test(name) || undefined}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.address}>
          <bdi dir="ltr">{sipaddress}</bdi>
        </span>
      </div>
      {features.peopleFirst ? (
        <div className={styles.actions}>
          {callButton}
          {features.contactEdit ? <ContactStar contact={contact} describedBy={nameId} /> : undefined}
          <ActionMenu label={t('contacts.more')} describedBy={nameId} actions={others} />
        </div>
      ) : (
        <div className={styles.actions}>
          {callButton}
          {others.map(({ label, icon, onPress }) => (
            <IconButton key={icon} icon={icon} label={label} aria-describedby={nameId} onPress={onPress} />
          ))}
        </div>
      )}
    </div>
  );
}
