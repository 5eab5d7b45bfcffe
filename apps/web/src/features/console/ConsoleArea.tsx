import { ERROR_CODES } from '@samtal/api-contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useLoadConsole } from '../../client/hooks/use-client.ts';
import type { ConsoleApi, Days } from '../../client/ports/console-api.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { NotFetched } from '../../ui/loading/NotFetched.tsx';
import { useFetched } from '../../ui/loading/use-fetched.ts';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { AddPersonPage } from './AddPersonPage.tsx';
import { AuditPage } from './AuditPage.tsx';
import { CallsPage } from './CallsPage.tsx';
import { ConsoleContext, type ConsoleServices, useConsole } from './console-context.ts';
import { DIRECTORY, DirectoryPage } from './directory/DirectoryPage.tsx';
import { ChangeEntryPage, DirectoryEntryForm } from './directory/EntryPage.tsx';
import { ImportDirectoryPage } from './directory/ImportDirectoryPage.tsx';
import { failureText } from './failure-text.ts';
import { ImportPage } from './ImportPage.tsx';
import { LinkPage } from './links/LinkPage.tsx';
import { LINKS, LinksPage } from './links/LinksPage.tsx';
import { MakeLinkPage } from './links/MakeLinkPage.tsx';
import type { OnEntryDone } from './listed/entry-done.ts';
import { NumbersPage } from './NumbersPage.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { PeoplePage } from './PeoplePage.tsx';
import { PersonPage } from './PersonPage.tsx';
import { ProviderDialog } from './ProviderDialog.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { ServiceForm, ServicePage } from './services/ServicePage.tsx';
import { SERVICES, ServicesPage } from './services/ServicesPage.tsx';
import { useAnswer } from './use-answer.ts';

/** The console for operators and administrators (decision D98). */
export default function ConsoleArea() {
  const load = useLoadConsole();
  return load === undefined ? undefined : <Loaded load={load} />;
}

function Loaded({ load }: { readonly load: () => Promise<ConsoleApi> }) {
  const { t } = useTranslation();
  const fetched = useFetched(load);
  if (fetched.phase === 'ready') return <Opened api={fetched.value} />;
  if (fetched.phase === 'waiting') return <LateSpinner label={t('common.loading')} />;
  return <NotFetched as="div" isSmall attempts={fetched.attempts} retry={fetched.retry} />;
}

type Question = { readonly answer: (isConfirmed: boolean) => void };

function Opened({ api }: { readonly api: ConsoleApi }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const ask = useCallback(() => api.access(), [api]);
  const access = useAnswer(ask);
  const [question, setQuestion] = useState<Question>();
  const confirmsAt = access.phase === 'ready' ? access.value.confirmsAt : undefined;
  const change = useCallback<ConsoleServices['change']>(
    async (action) => {
      const first = await action();
      if (first.ok || first.errorCode !== ERROR_CODES.confirmationNeeded) return first;
      // A log-in at the provider just before counts once.
      if (confirmsAt !== undefined && (await api.confirm({})).ok) return action();
      const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ answer }));
      setQuestion(undefined);
      return isConfirmed ? action() : undefined;
    },
    [api, confirmsAt],
  );
  const services = useMemo(
    () => (access.phase === 'ready' ? { api, access: access.value, change } : undefined),
    // The answer is replaced as a whole.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [api, access.phase === 'ready' ? access.value : undefined, change],
  );
  if (access.phase === 'failed') {
    if (access.failure.errorCode === ERROR_CODES.secondFactorRequired)
      return (
        <PageFrame title={t('menu.admin')} hasFocus>
          <EmptyState
            icon="warning"
            title={t('console.second_step_needed')}
            actions={
              <Button kind="primary" onPress={() => navigate('/userinformation/secondStep')}>
                {t('secondfactor.title')}
              </Button>
            }
          >
            {t('console.second_step_needed_hint')}
          </EmptyState>
        </PageFrame>
      );
    const isRefused = access.failure.status === 403 || access.failure.status === 404;
    return (
      <PageFrame title={t('menu.admin')} hasFocus>
        {isRefused ? (
          <EmptyState icon="warning" title={t('console.no_role')}>
            {t('console.no_role_hint')}
          </EmptyState>
        ) : (
          <EmptyState
            icon="warning"
            title={t(failureText(access.failure))}
            actions={<Button onPress={access.again}>{t('network.retry')}</Button>}
          />
        )}
      </PageFrame>
    );
  }
  if (services === undefined) return <LateSpinner label={t('common.loading')} />;
  return (
    <ConsoleContext value={services}>
      <Pages />
      {question === undefined ? undefined : confirmsAt !== undefined ? (
        <ProviderDialog api={api} provider={confirmsAt} onCancel={() => question.answer(false)} />
      ) : (
        <PasswordDialog api={api} username={services.access.username} onEnd={question.answer} />
      )}
    </ConsoleContext>
  );
}

function Pages() {
  const { access } = useConsole();
  const [path] = useLocation();
  // The days that are chosen count for the list of calls and for their numbers.
  const [days, setDays] = useState<Days>({});
  const { done, onDone } = useDone(path);
  const person = /^\/admin\/people\/([^/]+)$/.exec(path)?.[1];
  if (person !== undefined) return <PersonPage key={person} id={decode(person)} />;
  const mayChange = access.role !== 'support';
  const seesCalls = access.role !== 'administrator';
  if (path === '/admin/calls' && seesCalls) return <CallsPage days={days} onDays={setDays} />;
  if (path === '/admin/numbers' && seesCalls) return <NumbersPage days={days} onDays={setDays} />;
  if (path === '/admin/audit' && mayChange) return <AuditPage />;
  if (path === '/admin/settings' && access.role === 'operator') return <SettingsPage />;
  if (path === SERVICES) return <ServicesPage done={done} />;
  if (path === `${SERVICES}/add` && mayChange) return <ServiceForm onDone={onDone} />;
  const service = entryIn(SERVICES, path);
  if (service !== undefined && mayChange) return <ServicePage key={service} id={service} onDone={onDone} />;
  if (path === DIRECTORY) return <DirectoryPage done={done} />;
  if (path === `${DIRECTORY}/add` && mayChange) return <DirectoryEntryForm onDone={onDone} />;
  if (path === `${DIRECTORY}/import` && access.role === 'operator') return <ImportDirectoryPage />;
  const entry = entryIn(DIRECTORY, path);
  if (entry !== undefined && mayChange) return <ChangeEntryPage key={entry} id={entry} onDone={onDone} />;
  if (path === LINKS) return <LinksPage done={done} onDone={onDone} />;
  if (path === `${LINKS}/add` && mayChange) return <MakeLinkPage />;
  const link = entryIn(LINKS, path);
  if (link !== undefined && mayChange) return <LinkPage key={link} id={link} onDone={onDone} />;
  if (path === '/admin/add' && mayChange) return <AddPersonPage />;
  if (path === '/admin/import' && mayChange) return <ImportPage />;
  return <PeoplePage />;
}

/** What has been done to an entry, for the list that is shown then, until the user leaves it. */
function useDone(path: string): { readonly done: TextKey | undefined; readonly onDone: OnEntryDone } {
  const [, navigate] = useLocation();
  const [last, setLast] = useState<{ readonly list: string; readonly done: TextKey }>();
  if (last !== undefined && path !== last.list) setLast(undefined);
  return {
    done: last?.list === path ? last.done : undefined,
    onDone(list, done) {
      navigate(list);
      setLast({ list, done });
    },
  };
}

/** The id of the entry of a list whose page is at this path. */
function entryIn(list: string, path: string): string | undefined {
  const part = path.startsWith(`${list}/`) ? path.slice(list.length + 1) : '';
  return part === '' || part.includes('/') ? undefined : decode(part);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
