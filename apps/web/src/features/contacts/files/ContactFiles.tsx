import { type Contact, writeContactCsv, writeVcards } from '@samtal/api-contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ActionMenu, type MenuAction } from '../../../ui/menus/ActionMenu.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import styles from './ContactFiles.module.css';

export type ContactFilesProps = {
  /** The contacts to export: those in the list on the screen. */
  readonly contacts: readonly Contact[];
  readonly canImport: boolean;
};

/** Marks a CSV file as UTF-8; without this mark, spreadsheets read it in the character set of the country. */
const byteOrderMark = '\uFEFF';

/** What imports and exports an address book. */
function useFileActions({ contacts, canImport }: ContactFilesProps): readonly MenuAction[] {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const bringIn: MenuAction = {
    label: t('contacts.import'),
    icon: 'upload',
    onPress: () => navigate('/contacts/import'),
  };
  const takeOut: readonly MenuAction[] = [
    {
      label: t('contacts.export_vcard'),
      icon: 'down',
      onPress: () => saveFile('contacts.vcf', 'text/vcard', writeVcards(contacts)),
    },
    {
      label: t('contacts.export_csv'),
      icon: 'down',
      onPress: () => saveFile('contacts.csv', 'text/csv', byteOrderMark + writeContactCsv(contacts)),
    },
  ];
  return [...(canImport ? [bringIn] : []), ...(contacts.length === 0 ? [] : takeOut)];
}

/** Buttons to import and export an address book, after another button. */
export function ContactFiles({ children, ...props }: ContactFilesProps & { readonly children?: ReactNode }) {
  const actions = useFileActions(props);
  return (
    <div className={styles.files}>
      {children}
      {actions.map(({ label, icon, onPress }) => (
        <Button key={label} kind="quiet" icon={icon} onPress={onPress}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The same as a menu, for small screens. */
export function ContactFilesMenu(props: ContactFilesProps) {
  const { t } = useTranslation();
  const actions = useFileActions(props);
  return actions.length === 0 ? undefined : <ActionMenu label={t('contacts.more')} actions={actions} />;
}
