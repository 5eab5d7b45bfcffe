import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import { organisationName } from '../words.ts';

type Props = {
  /** Where the entry is changed; undefined = the user may not change it. */
  readonly to: string | undefined;
  readonly name: string;
  readonly address: string;
  readonly organisation: number | undefined;
  readonly children?: ReactNode;
};

/** An entry of a list: name, what it calls, whose it is. */
export function ListedRow({ to, name, address, organisation, children }: Props) {
  const { t } = useTranslation();
  const { access } = useConsole();
  const content = (
    <>
      <bdi className={to === undefined ? styles.ends : styles.name}>{name}</bdi>
      <bdi className={styles.quiet}>{address}</bdi>
      {children === undefined ? undefined : <span className={styles.quiet}>{children}</span>}
      <bdi className={styles.quiet}>
        {organisation === undefined
          ? t('console.any_organisation')
          : organisationName(t, access, organisation)}
      </bdi>
    </>
  );
  const row = { className: styles.person, 'data-columns': children === undefined ? 3 : 4 };
  return to === undefined ? (
    <div {...row}>{content}</div>
  ) : (
    <Link href={to} {...row}>
      {content}
    </Link>
  );
}
