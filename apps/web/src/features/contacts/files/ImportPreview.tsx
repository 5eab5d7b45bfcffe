import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/page/Card.tsx';
import styles from './ImportPreview.module.css';
import type { ContactImport } from './read-contact-file.ts';

export type ImportPreviewProps = {
  readonly found: ContactImport;
  /** Names of all new contacts; only the first ones are shown. */
  readonly names: readonly string[];
};

/** How many names are shown: enough for the user to recognise the right file. */
const shownNames = 20;

/** How many contacts are to be added, left out or changed, and the names of the first ones to be added. */
export function ImportPreview({ found, names }: ImportPreviewProps) {
  const { t } = useTranslation();
  const { fresh, known, skipped, tooMany, incomplete, adjusted } = found;
  const more = names.length > shownNames ? '…' : '';
  return (
    <Card>
      <output className={styles.counts}>
        <strong>{t('contacts.import_new', { count: fresh.length })}</strong>
        {known === 0 ? undefined : <span>{t('contacts.import_known', { count: known })}</span>}
        {skipped === 0 ? undefined : <span>{t('contacts.import_skipped', { count: skipped })}</span>}
        {tooMany === 0 ? undefined : <span>{t('contacts.import_too_many', { count: tooMany })}</span>}
        {incomplete === 0 ? undefined : <span>{t('contacts.import_incomplete', { count: incomplete })}</span>}
        {adjusted === 0 ? undefined : <span>{t('contacts.import_adjusted', { count: adjusted })}</span>}
      </output>
      {names.length === 0 ? undefined : (
        <ul className={styles.names}>
          {names.slice(0, shownNames).map((name, index) => (
            // Two contacts can have the same name, so the key contains the position, which never changes.
            <li key={`${index} ${name}`}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {more === '' ? undefined : <li>{more}</li>}
        </ul>
      )}
    </Card>
  );
}
