import { useTranslation } from 'react-i18next';
import styles from './FieldTable.module.css';
import { type Fields, shownValue } from './fields.ts';

export type FieldTableProps = { readonly title: string; readonly fields: Fields };

/** Table of fields with their current values, for support. */
export function FieldTable({ title, fields }: FieldTableProps) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('log.field')}</th>
          <th scope="col">{t('log.value')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(fields).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <code dir="ltr">{name}</code>
            </th>
            <td>
              <code dir="auto">{shownValue(value)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
