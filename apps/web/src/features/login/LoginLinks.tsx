import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { localTextOf } from '../../client/format/local-text.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import styles from './LoginLinks.module.css';

/** Links to registration and password reset, and to information of the operator (LOGIN-01). */
export function LoginLinks() {
  const { t, i18n } = useTranslation();
  const { registration, resetPassword, links } = useAppServices().brand;
  const own = [
    { link: links.extraInfo, text: t('login.extrainfo') },
    { link: links.dataHandling, text: t('login.datahandling') },
  ].flatMap(({ link, text }) =>
    link === null ? [] : [{ url: link.url, text: localTextOf(link.text, i18n.language) || text }],
  );
  if (!registration.enabled && !resetPassword.enabled && own.length === 0) return undefined;
  return (
    <ul className={styles.links}>
      {registration.enabled ? (
        <li>
          <Link href="/registration">{t('login.register')}</Link>
        </li>
      ) : undefined}
      {resetPassword.enabled ? (
        <li>
          <Link href="/resetpassword">{t('login.reset')}</Link>
        </li>
      ) : undefined}
      {own.map(({ url, text }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
