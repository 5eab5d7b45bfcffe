import type { ListedLink } from '@samtal/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useIsThere } from '../../../client/hooks/use-is-there.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { FactList } from '../../../ui/lists/FactList.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import { LinkToCopy } from '../LinkToCopy.tsx';
import type { OnEntryDone } from '../listed/entry-done.ts';
import { FetchedEntry } from '../listed/FetchedEntry.tsx';
import { listedFailure } from '../listed/listed-failure.ts';
import { useAnswer } from '../use-answer.ts';
import { momentOf, organisationName } from '../words.ts';
import { LINKS } from './LinksPage.tsx';

type Props = { readonly onDone: OnEntryDone };

/** One link: what it does, its address, and its end. */
export function LinkPage({ id, onDone }: Props & { readonly id: string }) {
  const { t } = useTranslation();
  const { api } = useConsole();
  const ask = useCallback(() => api.link(id), [api, id]);
  const answer = useAnswer(ask);
  return (
    <FetchedEntry title={t('console.links')} list={LINKS} answer={answer}>
      {(link) => <Shown link={link} onDone={onDone} />}
    </FetchedEntry>
  );
}

const linesOf = (value: string): string[] => (value === '' ? [] : [value]);

function Shown({ link, onDone }: Props & { readonly link: ListedLink }) {
  const { t, i18n } = useTranslation();
  const { api, access, change } = useConsole();
  const [, navigate] = useLocation();
  const isThere = useIsThere();
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState<ApiFailure>();
  const [busy, setBusy] = useState<'show' | 'end'>();
  const [isAsked, setIsAsked] = useState(false);
  const name = link.name === '' ? link.to : link.name;
  const time = (at: number): string => momentOf(t, i18n.language, at);

  async function show(): Promise<void> {
    setProblem(undefined);
    setBusy('show');
    const result = await change(() => api.linkAddress(link.id));
    setBusy(undefined);
    if (result?.ok === true) setAddress(result.value);
    else setProblem(result);
  }
  async function end(): Promise<void> {
    setProblem(undefined);
    setIsAsked(false);
    setBusy('end');
    const result = await change(() => api.endLink(link.id));
    setBusy(undefined);
    if (result?.ok !== true) setProblem(result);
    else if (isThere()) onDone(LINKS, 'console.link_ended');
  }

  return (
    <PageFrame
      title={<bdi>{name}</bdi>}
      hasFocus
      actions={
        <Button kind="quiet" icon="back" onPress={() => navigate(LINKS)}>
          {t('console.back_to_list')}
        </Button>
      }
    >
      <FactList
        none={t('edituser.none')}
        facts={[
          { label: t('console.link_to'), lines: [link.to] },
          { label: t('console.link_as'), lines: [link.username ?? t('console.link_anonymous')] },
          { label: t('console.link_ref'), lines: linesOf(link.ref) },
          { label: t('console.link_tones'), lines: linesOf(link.ivr) },
          {
            label: t('registration.organisation'),
            lines: [organisationName(t, access, link.organisation)],
          },
          { label: t('console.link_end_time'), lines: [time(link.expiresAt)] },
          {
            label: t('console.link_made_by'),
            lines: [link.madeBy === '' ? 'npm run admin' : link.madeBy, time(link.madeAt)],
          },
        ]}
      />
      {problem === undefined ? undefined : <Alert type="danger">{t(listedFailure(problem))}</Alert>}
      {address === undefined ? undefined : (
        <LinkToCopy link={address} text={t('console.link_care')} hasFocus />
      )}
      <div className={styles.actions}>
        {link.isShown && address === undefined ? (
          <Button isBusy={busy === 'show'} onPress={() => void show()}>
            {t('console.link_show')}
          </Button>
        ) : undefined}
        <Button kind="danger" isBusy={busy === 'end'} onPress={() => setIsAsked(true)}>
          {t('console.link_end')}
        </Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          title={t('console.link_end_title', { name })}
          confirmLabel={t('console.link_end')}
          cancelLabel={t('common.cancel')}
          isDangerous
          onConfirm={() => void end()}
          onCancel={() => setIsAsked(false)}
        >
          {t(link.username === undefined ? 'console.link_end_text' : 'console.link_end_person_text')}
        </ConfirmDialog>
      ) : undefined}
    </PageFrame>
  );
}
