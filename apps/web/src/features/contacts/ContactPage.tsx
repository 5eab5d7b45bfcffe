import type { Contact } from '@samtal/api-contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { useContact } from './use-contacts.ts';

export type ContactPageProps = {
  readonly id: string;
  readonly title: string;
  /** Is shown also when it is no longer in the list. */
  readonly kept?: Contact | undefined;
  readonly children: (contact: Contact) => ReactNode;
};

/** A page about one contact, or the reason why the contact cannot be shown. */
export function ContactPage({ id, title, kept, children }: ContactPageProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const contact = useContact(id);
  const shown = contact.phase === 'ready' ? (contact.value ?? kept) : undefined;
  if (shown !== undefined) return children(shown);
  return (
    <PageFrame title={title} width="narrow">
      {contact.phase === 'loading' ? (
        <LateSpinner label={t('common.loading')} />
      ) : (
        <EmptyState
          icon="warning"
          title={t(contact.phase === 'failed' ? 'contacts.notloaded' : 'contacts.notfound')}
          actions={<Button onPress={() => navigate('/contacts')}>{t('common.back')}</Button>}
        />
      )}
    </PageFrame>
  );
}
