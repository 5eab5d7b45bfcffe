import type { KioskLinks, ListedLink } from '@samtal/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import { ListedPage, type ListedPageProps } from '../listed/ListedPage.tsx';
import { ListedRow } from '../listed/ListedRow.tsx';
import { momentOf } from '../words.ts';

export const LINKS = '/admin/links';

/** The one-click links that work. */
export function LinksPage({ done }: { readonly done: TextKey | undefined }) {
  const { t, i18n } = useTranslation();
  const { api } = useConsole();
  const [, navigate] = useLocation();
  const [rights, setRights] = useState<Pick<KioskLinks, 'isOn' | 'mayMake'>>();
  const read = useCallback<ListedPageProps<ListedLink>['read']>(
    async (query) => {
      const result = await api.links(query);
      if (!result.ok) return result;
      const { links, next, isOn, mayMake } = result.value;
      setRights({ isOn, mayMake });
      return { ok: true, value: { rows: links, next } };
    },
    [api],
  );
  return (
    <ListedPage
      title={t('console.links')}
      text={t('console.links_text')}
      none={t('console.links_none')}
      done={done}
      actions={
        rights?.mayMake === true ? (
          <Button kind="primary" onPress={() => navigate(`${LINKS}/add`)}>
            {t('console.link_add')}
          </Button>
        ) : undefined
      }
      read={read}
      renderRow={(link) => (
        <ListedRow
          to={link.isChangeable ? `${LINKS}/${encodeURIComponent(link.id)}` : undefined}
          name={link.name === '' ? link.to : link.name}
          address={link.to}
          organisation={link.organisation}
        >
          {t('console.link_until', { time: momentOf(t, i18n.language, link.expiresAt) })}
        </ListedRow>
      )}
    >
      {rights?.isOn === false ? (
        <Alert type="info">
          {t('console.links_off')} <code className={styles.ends}>"kiosk": {'{"enabled": true}'}</code>
        </Alert>
      ) : undefined}
    </ListedPage>
  );
}
