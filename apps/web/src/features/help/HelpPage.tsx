import type { Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './HelpPage.module.css';
import { helpTopicsFor } from './help-topics.ts';

/** Short answers to what newcomers ask, each with a link to the page that it speaks of (decision D73). */
export default function HelpPage({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const words = {
    call: t('common.call'),
    answer: t('call.answer'),
    reject: t('call.reject'),
    knock: t('toolbar.knock'),
    characters: t('characters.title'),
    withText: t('call.answerwithtext'),
    withMessage: t('call.rejectwithmessage'),
    more: t('toolbar.more'),
    transfer: t('toolbar.transfer'),
    shortcuts: t('toolbar.shortcuts'),
    invite: t('three.invite'),
  };
  return (
    <PageFrame title={t('help.title')} hasFocus>
      <ul className={styles.topics}>
        {helpTopicsFor(features).map(({ icon, title, text, link }) => (
          <li key={title}>
            <Card className={styles.topic}>
              <h2 className={styles.title}>
                <Icon name={icon} /> {t(title)}
              </h2>
              <p>{t(text, words)}</p>
              {link === undefined ? undefined : <Link href={link.path}>{t(link.label)}</Link>}
            </Card>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
