import { type Contact, writeContactCsv, writeVcards } from '@samtal/api-contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../../../ui/buttons/Button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import styles from './ContactFiles.module.css';

export type ContactFilesProps = {
  /** The contacts to export: those in the list on the screen. */
  readonly contacts: readonly Contact[];
  readonly canImport: boolean;
  /** A button before those for files. */
  readonly children?: ReactNode;
};

/** Marks a CSV file as UTF-8; without this mark, spreadsheets read it in the character set of the country. */
const byteOrderMark = '\uFEFF';

/** Buttons to import and export an address book. */
export function ContactFiles({ contacts, canImport, children }: ContactFilesProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <div className={styles.files}>
      {children}
      {canImport ? (
        <Button kind="quiet" icon="upload" onPress={() => navigate('/contacts/import')}>
          {t('contacts.import')}
        </Button>
      ) : undefined}
      {contacts.length === 0 ? undefined : (
        <>
          <Button kind="quiet" onPress={() => saveFile('contacts.vcf', 'text/vcard', writeVcards(contacts))}>
            {t('contacts.export_vcard')}
          </Button>
          <Button
            kind="quiet"
            onPress={() => saveFile('contacts.csv', 'text/csv', byteOrderMark + writeContactCsv(contacts))}
          >
            {t('contacts.export_csv')}
          </Button>
        </>
      )}
    </div>
  );
}
