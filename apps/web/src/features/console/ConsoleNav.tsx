import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { TextKey } from '../../i18n/index.ts';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';

type Section = { readonly path: string; readonly name: TextKey; readonly isOffered: boolean };

/** Leads from one part of the console to another, as far as the role reaches. */
export function ConsoleNav() {
  const { t } = useTranslation();
  const { access } = useConsole();
  const [path] = useLocation();
  const seesCalls = access.role !== 'administrator';
  const sections: readonly Section[] = [
    { path: '/admin', name: 'console.people', isOffered: true },
    { path: '/admin/services', name: 'menu.services', isOffered: true },
    { path: '/admin/directory', name: 'menu.directory', isOffered: true },
    { path: '/admin/links', name: 'console.links', isOffered: true },
    { path: '/admin/calls', name: 'console.calls', isOffered: seesCalls },
    { path: '/admin/numbers', name: 'console.numbers', isOffered: seesCalls },
    { path: '/admin/audit', name: 'console.audit', isOffered: access.role !== 'support' },
    { path: '/admin/settings', name: 'console.settings', isOffered: access.role === 'operator' },
  ];
  return (
    <nav aria-label={t('menu.admin')}>
      <ul className={styles.sections}>
        {sections
          .filter(({ isOffered }) => isOffered)
          .map(({ path: to, name }) => (
            <li key={to}>
              <Link href={to} className={styles.section} aria-current={path === to ? 'page' : undefined}>
                {t(name)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
