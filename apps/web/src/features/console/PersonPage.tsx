import { type Person, ROLES, type Role } from '@samtal/api-contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useIsThere } from '../../client/hooks/use-is-there.ts';
import type { ApiResult } from '../../client/ports/user-api.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { FactList } from '../../ui/lists/FactList.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { failureText } from './failure-text.ts';
import { LinkToCopy } from './LinkToCopy.tsx';
import { PersonQuestion, type Question } from './PersonQuestion.tsx';
import { useAnswer } from './use-answer.ts';
import { FACTOR_WORDS, momentOf, organisationName, ROLE_WORDS, STATUS_WORDS } from './words.ts';

/** One person: state, devices, and what can be done. */
export function PersonPage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { api } = useConsole();
  const [, navigate] = useLocation();
  const isThere = useIsThere();
  const ask = useCallback(() => api.person(id), [api, id]);
  const answer = useAnswer(ask);
  const back = (
    <Button kind="quiet" icon="back" onPress={() => navigate('/admin')}>
      {t('console.all_people')}
    </Button>
  );
  if (answer.phase === 'waiting') return <LateSpinner label={t('common.loading')} />;
  if (answer.phase === 'failed')
    return (
      <PageFrame title={t('console.people')} hasFocus actions={back}>
        <EmptyState icon="user" title={t(failureText(answer.failure))} />
      </PageFrame>
    );
  const person = answer.value;
  const leave = (): void => {
    if (isThere()) navigate('/admin', { replace: true });
  };
  return (
    <PageFrame title={<bdi>{person.name || person.username}</bdi>} hasFocus actions={back}>
      <Facts person={person} />
      {person.isChangeable ? <Actions person={person} again={answer.again} onRemoved={leave} /> : undefined}
    </PageFrame>
  );
}

const linesOf = (value: string): string[] => (value === '' ? [] : [value]);

function Facts({ person }: { readonly person: Person }) {
  const { t, i18n } = useTranslation();
  const { access } = useConsole();
  const { registered, sessions, deletionAt } = person;
  const facts = [
    { label: t('registration.username'), lines: [person.username] },
    { label: t('registration.sipaddress'), lines: person.addresses },
    { label: t('registration.email'), lines: linesOf(person.email) },
    { label: t('registration.organisation'), lines: [organisationName(t, access, person.organisation)] },
    { label: t('console.state'), lines: [t(STATUS_WORDS[person.status])] },
    ...(deletionAt === undefined
      ? []
      : [{ label: t('console.deletion'), lines: [momentOf(t, i18n.language, deletionAt)] }]),
    {
      label: t('console.role'),
      lines: [
        t(ROLE_WORDS[person.role ?? 'none']),
        ...linesOf(person.isRoleOfProvider ? t('console.role_provider') : ''),
      ],
    },
    {
      label: t('secondfactor.title'),
      lines: person.secondFactors.map((factor) => t(FACTOR_WORDS[factor])),
    },
    { label: t('console.last_login'), lines: [momentOf(t, i18n.language, person.lastLoginAt)] },
    ...(registered === undefined
      ? []
      : [
          {
            label: t('console.now'),
            lines: [
              registered === 0
                ? t('console.not_reachable')
                : t('console.reachable_on', { number: registered }),
            ],
          },
        ]),
    {
      label: t('console.devices'),
      lines: sessions.map(({ phone: name, lastUsedAt }) =>
        t('console.device', {
          name: name ?? t('console.browser'),
          time: momentOf(t, i18n.language, lastUsedAt),
        }),
      ),
    },
  ];
  return <FactList facts={facts} none={t('edituser.none')} />;
}

type ActionsProps = {
  readonly person: Person;
  readonly again: () => void;
  readonly onRemoved: () => void;
};

function Actions({ person, again, onRemoved }: ActionsProps) {
  const { t } = useTranslation();
  const { api, access, change } = useConsole();
  const [notice, setNotice] = useState<{ readonly isGood: boolean; readonly text: string }>();
  const [link, setLink] = useState<string>();
  const [question, setQuestion] = useState<Question>();
  const [busy, setBusy] = useState<string>();
  const { id, status, role = 'none' } = person;
  const [wantedRole, setWantedRole] = useState<Role | 'none'>(role);

  async function run<T>(
    name: string,
    action: () => Promise<ApiResult<T>>,
    done: TextKey,
  ): Promise<{ readonly value: T } | undefined> {
    setNotice(undefined);
    setLink(undefined);
    setQuestion(undefined);
    setBusy(name);
    const result = await change(action);
    setBusy(undefined);
    if (result === undefined) return undefined;
    setNotice({ isGood: result.ok, text: t(result.ok ? done : failureText(result)) });
    if (!result.ok) return undefined;
    again();
    return { value: result.value };
  }
  const enable = () => run('enable', () => api.setStatus(id, 'active'), 'console.enabled_done');
  const disable = () => run('disable', () => api.setStatus(id, 'disabled'), 'console.disabled_done');

  async function makeLink(): Promise<void> {
    const made = await run('link', () => api.makePasswordLink(id, false), 'console.link_made');
    setLink(made?.value);
  }
  async function remove(): Promise<void> {
    const removed = await run('remove', () => api.remove(id), 'console.removed');
    if (removed !== undefined) onRemoved();
  }
  const carryOut: Readonly<Record<Question['kind'], () => unknown>> = {
    disable,
    secondFactor: () => run('secondFactor', () => api.removeSecondFactor(id), 'console.second_step_done'),
    logOut: () => run('logOut', () => api.logOut(id), 'console.logged_out'),
    remove,
  };
  async function askRemoval(): Promise<void> {
    setNotice(undefined);
    const contents = await api.contents(id);
    if (contents.ok) setQuestion({ kind: 'remove', contents: contents.value });
    else setNotice({ isGood: false, text: t(failureText(contents)) });
  }

  return (
    <>
      {notice === undefined ? undefined : (
        <Alert type={notice.isGood ? 'success' : 'danger'}>{notice.text}</Alert>
      )}
      {link === undefined ? undefined : <LinkToCopy link={link} text={t('console.link_text')} />}
      <section className={styles.part}>
        <h2>{t('console.account')}</h2>
        <div className={styles.actions}>
          {status === 'active' ? undefined : (
            <Button kind="primary" isBusy={busy === 'enable'} onPress={() => void enable()}>
              {t(status === 'awaitingApproval' ? 'console.approve' : 'console.enable')}
            </Button>
          )}
          {status === 'disabled' ? undefined : (
            <>
              <Button
                isBusy={busy === 'mail'}
                onPress={
                  person.email === ''
                    ? undefined
                    : () => void run('mail', () => api.makePasswordLink(id, true), 'console.mail_sent')
                }
              >
                {t('console.mail_link')}
              </Button>
              <Button isBusy={busy === 'link'} onPress={() => void makeLink()}>
                {t('console.make_link')}
              </Button>
            </>
          )}
          <Button isBusy={busy === 'logOut'} onPress={() => setQuestion({ kind: 'logOut' })}>
            {t('console.log_out')}
          </Button>
          {person.secondFactors.length === 0 ? undefined : (
            <Button isBusy={busy === 'secondFactor'} onPress={() => setQuestion({ kind: 'secondFactor' })}>
              {t('console.second_step_off')}
            </Button>
          )}
          {status === 'disabled' ? undefined : (
            <Button isBusy={busy === 'disable'} onPress={() => setQuestion({ kind: 'disable' })}>
              {t('console.disable')}
            </Button>
          )}
          <Button kind="danger" isBusy={busy === 'remove'} onPress={() => void askRemoval()}>
            {t('console.remove')}
          </Button>
        </div>
      </section>
      {access.role === 'operator' ? (
        <section className={styles.part}>
          <h2>{t('console.role')}</h2>
          <SelectField<Role | 'none'>
            label={t('console.role_of')}
            hint={t('console.role_hint')}
            value={wantedRole}
            onChange={setWantedRole}
            options={(['none', ...ROLES] as const).map((each) => ({
              value: each,
              label: t(ROLE_WORDS[each]),
            }))}
          />
          <div className={styles.actions}>
            <Button
              isBusy={busy === 'role'}
              onPress={
                wantedRole === role
                  ? undefined
                  : () => void run('role', () => api.setRole(id, wantedRole), 'console.role_done')
              }
            >
              {t('common.save')}
            </Button>
          </div>
        </section>
      ) : undefined}
      {question === undefined ? undefined : (
        <PersonQuestion
          question={question}
          name={person.name || person.username}
          onConfirm={() => void carryOut[question.kind]()}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}
