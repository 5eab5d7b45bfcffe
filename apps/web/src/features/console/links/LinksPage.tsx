import type { KioskLinks, ListedLink } from '@samtal/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import type { OnEntryDone } from '../listed/entry-done.ts';
import { ListedPage, type ListedPageProps } from '../listed/ListedPage.tsx';
import { ListedRow } from '../listed/ListedRow.tsx';
import { listedFailure } from '../listed/listed-failure.ts';
import { momentOf } from '../words.ts';

export const LINKS = '/admin/links';

type Props = { readonly done: TextKey | undefined; readonly onDone: OnEntryDone };

/** The one-click links that work. */
export function LinksPage({ done, onDone }: Props) {
  const { t, i18n } = useTranslation();
  const { api, access, change } = useConsole();
  const [, navigate] = useLocation();
  const [rights, setRights] = useState<Pick<KioskLinks, 'isOn' | 'mayMake'>>();
  const [isAsked, setIsAsked] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [problem, setProblem] = useState<ApiFailure>();
  const [endings, setEndings] = useState(0);
  const read = useCallback<ListedPageProps<ListedLink>['read']>(
    async (query) => {
      const result = await api.links(query);
      if (!result.ok) return result;
      const { links, next, isOn, mayMake } = result.value;
      setRights({ isOn, mayMake });
      return { ok: true, value: { rows: links, next } };
    },
    // The list is read again when all links have ended.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [api, endings],
  );

  async function endAll(): Promise<void> {
    setProblem(undefined);
    setIsAsked(false);
    setIsEnding(true);
    const result = await change(() => api.endAllLinks());
    setIsEnding(false);
    if (result?.ok === true) {
      setEndings(endings + 1);
      onDone(LINKS, 'console.links_ended');
    } else setProblem(result);
  }

  return (
    <ListedPage
      title={t('console.links')}
      text={t('console.links_text')}
      none={t('console.links_none')}
      done={done}
      actions={
        <>
          {rights?.mayMake === true ? (
            <Button kind="primary" onPress={() => navigate(`${LINKS}/add`)}>
              {t('console.link_add')}
            </Button>
          ) : undefined}
          {access.role === 'operator' ? (
            <Button isBusy={isEnding} onPress={() => setIsAsked(true)}>
              {t('console.links_end_all')}
            </Button>
          ) : undefined}
        </>
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
      {problem === undefined ? undefined : <Alert type="danger">{t(listedFailure(problem))}</Alert>}
      {isAsked ? (
        <ConfirmDialog
          title={t('console.links_end_all_title')}
          confirmLabel={t('console.links_end_all')}
          cancelLabel={t('common.cancel')}
          isDangerous
          onConfirm={() => void endAll()}
          onCancel={() => setIsAsked(false)}
        >
          {t('console.links_end_all_text')}
        </ConfirmDialog>
      ) : undefined}
    </ListedPage>
  );
}
