import type { NewApp, SecondFactorState } from '@samtal/api-contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { dateLocale, longDay } from '../../../client/format/time.ts';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import type { SecondFactorApi } from '../../../client/ports/second-factor-api.ts';
import type { ApiResult } from '../../../client/ports/user-api.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LoadingFallback } from '../../../ui/loading/LoadingFallback.tsx';
import { useFetched } from '../../../ui/loading/use-fetched.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { LateSpinner } from '../../../ui/notices/LateSpinner.tsx';
import { PageHeading } from '../form/PageHeading.tsx';
import { profileAlert } from '../profile/profile-alert.ts';
import type { Profile } from '../profile/use-profile.ts';
import { NewAppForm } from './NewAppForm.tsx';
import { ProofForm } from './ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './SecondFactor.module.css';
import { type Proof, useSecondFactorState } from './use-second-factor.ts';

/** What the user is about to change. */
type Task =
  | { readonly kind: 'app' | 'passkey' | 'codes' }
  | { readonly kind: 'remove'; readonly factor: string; readonly name?: string }
  | { readonly kind: 'newApp'; readonly app: NewApp }
  | { readonly kind: 'shown'; readonly codes: readonly string[] };

/** Page on which users set up the second step of their log-in (decision D100). */
export default function SecondFactor({ profile }: { readonly profile: Profile }) {
  const fetched = useFetched(useAccounts().loadSecondFactor);
  if (fetched.phase !== 'ready') return <LoadingFallback for={fetched} place="content" />;
  return <Opened api={fetched.value} profile={profile} />;
}

type OpenedProps = { readonly api: SecondFactorApi; readonly profile: Profile };

function Opened({ api, profile }: OpenedProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { alerts } = useAppServices();
  const { securityToken, username } = profile.user;
  const { state, again } = useSecondFactorState(api, securityToken);
  const [task, setTask] = useState<Task>();
  useEffect(() => alerts.clear(profileAlert), [alerts]);

  function saved(codes: readonly string[] = []): void {
    setTask(codes.length === 0 ? undefined : { kind: 'shown', codes });
    alerts.show({ id: profileAlert, type: 'success', message: { key: 'secondfactor.saved' } });
    again();
  }
  function begin(next: Task | undefined): void {
    alerts.clear(profileAlert);
    setTask(next);
  }
  async function send(proof: Proof, name: string): Promise<ApiResult<unknown>> {
    switch (task?.kind) {
      case 'app': {
        const answer = await api.beginApp(securityToken, proof);
        if (answer.ok) setTask({ kind: 'newApp', app: answer.value });
        return answer;
      }
      case 'remove': {
        const answer = await api.remove(securityToken, task.factor, proof);
        if (answer.ok) saved();
        return answer;
      }
      default: {
        const answer = await (task?.kind === 'passkey'
          ? api.addPasskey(securityToken, proof, name)
          : api.renewCodes(securityToken, proof));
        if (answer.ok) saved(answer.value);
        return answer;
      }
    }
  }

  const page = (content: ReactNode) => (
    <>
      <PageHeading>{t('secondfactor.title')}</PageHeading>
      {content}
    </>
  );
  // The server tells the codes once, so they stay also when it does not answer the next request.
  if (task?.kind === 'shown')
    return page(<RecoveryCodes codes={task.codes} username={username} onDone={() => begin(undefined)} />);
  if (state.phase === 'waiting') return page(<LateSpinner label={t('common.loading')} />);
  if (state.phase === 'failed')
    return page(
      <>
        <Alert type="danger">{t('owndata.error')}</Alert>
        <div>
          <Button onPress={again}>{t('network.retry')}</Button>
        </div>
      </>,
    );
  const now = state.value;
  if (task?.kind === 'newApp')
    return page(
      <NewAppForm
        api={api}
        app={task.app}
        securityToken={securityToken}
        isFirst={!now.isOn}
        onAdded={saved}
        onCancel={() => begin(undefined)}
      />,
    );
  if (task !== undefined) {
    const { title, text } = wordsOf(task);
    const name = task.kind === 'remove' ? (task.name ?? '') : '';
    return page(
      <section className={styles.part}>
        <h2 className={styles.title}>{t(title, { name })}</h2>
        {text === undefined ? undefined : <p>{t(text)}</p>}
        {!now.isOn && (task.kind === 'app' || task.kind === 'passkey') ? (
          <Alert type="info">{t('secondfactor.sessions_end')}</Alert>
        ) : undefined}
        <ProofForm
          api={api}
          key={task.kind}
          username={username}
          securityToken={securityToken}
          needs={{ step: now.isOn, passkey: now.passkeys.length > 0 }}
          hasName={task.kind === 'passkey'}
          submitLabel={t(task.kind === 'remove' ? title : 'secondfactor.go_on', { name })}
          isDangerous={task.kind === 'remove'}
          onSend={send}
          onCancel={() => begin(undefined)}
        />
      </section>,
    );
  }
  return page(
    <>
      <Overview now={now} onBegin={begin} />
      <div>
        <Button onPress={() => navigate('/userinformation')}>{t('common.back')}</Button>
      </div>
    </>,
  );
}

function wordsOf(task: Task): { readonly title: TextKey; readonly text?: TextKey } {
  if (task.kind === 'passkey')
    return { title: 'secondfactor.passkey_add', text: 'secondfactor.passkeys_text' };
  if (task.kind === 'codes') return { title: 'secondfactor.codes_new', text: 'secondfactor.codes_end' };
  if (task.kind !== 'remove') return { title: 'secondfactor.app_add' };
  if (task.factor === 'all') return { title: 'secondfactor.turn_off', text: 'secondfactor.turn_off_text' };
  return { title: task.factor === 'app' ? 'secondfactor.app_remove' : 'secondfactor.passkey_remove' };
}

type OverviewProps = { readonly now: SecondFactorState; readonly onBegin: (task: Task) => void };

function Overview({ now, onBegin }: OverviewProps) {
  const { t, i18n } = useTranslation();
  const { isOn, isOffered, hasPasskeys, appAddedAt, recoveryCodes, passkeys } = now;
  const day = (time: number): string => longDay(time, dateLocale(i18n.language, navigator.languages));
  if (!isOffered && !isOn) return <p>{t('secondfactor.not_offered')}</p>;
  return (
    <>
      <p>{t('secondfactor.intro')}</p>
      <Alert type={isOn ? 'success' : 'info'}>{t(isOn ? 'secondfactor.on' : 'secondfactor.off')}</Alert>
      <section className={styles.part}>
        <h2 className={styles.title}>{t('secondfactor.app_title')}</h2>
        <p>
          {appAddedAt === undefined
            ? t('secondfactor.app_none')
            : t('secondfactor.added', { date: day(appAddedAt) })}
        </p>
        <div className={styles.actions}>
          {isOffered ? (
            <Button kind={isOn ? 'secondary' : 'primary'} onPress={() => onBegin({ kind: 'app' })}>
              {t(appAddedAt === undefined ? 'secondfactor.app_add' : 'secondfactor.app_replace')}
            </Button>
          ) : undefined}
          {appAddedAt === undefined || passkeys.length === 0 ? undefined : (
            <Button onPress={() => onBegin({ kind: 'remove', factor: 'app' })}>
              {t('secondfactor.app_remove')}
            </Button>
          )}
        </div>
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>{t('secondfactor.passkeys_title')}</h2>
        <p>{t('secondfactor.passkeys_text')}</p>
        {passkeys.length === 0 ? undefined : (
          <ul className={styles.passkeys}>
            {passkeys.map(({ id, name, addedAt, lastUsedAt }) => (
              <li key={id} className={styles.passkey}>
                <div>
                  <bdi>{name}</bdi>
                  <br />
                  {t('secondfactor.added', { date: day(addedAt) })}{' '}
                  {lastUsedAt === undefined
                    ? t('secondfactor.passkey_unused')
                    : t('secondfactor.passkey_used', { date: day(lastUsedAt) })}
                </div>
                <Button
                  // The visible word is in the name (WCAG 2.5.3).
                  aria-label={`${t('common.delete')}: ${name}`}
                  onPress={() => onBegin({ kind: 'remove', factor: id, name })}
                >
                  {t('common.delete')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {hasPasskeys ? (
          <div>
            {isOffered ? (
              <Button onPress={() => onBegin({ kind: 'passkey' })}>{t('secondfactor.passkey_add')}</Button>
            ) : undefined}
          </div>
        ) : (
          <p>{t('secondfactor.passkeys_not_here')}</p>
        )}
      </section>
      {isOn ? (
        <>
          <section className={styles.part}>
            <h2 className={styles.title}>{t('secondfactor.codes_title')}</h2>
            <p>{t('secondfactor.codes_text')}</p>
            <p>{t('secondfactor.codes_left', { number: recoveryCodes })}</p>
            <div>
              <Button onPress={() => onBegin({ kind: 'codes' })}>{t('secondfactor.codes_new')}</Button>
            </div>
          </section>
          <section className={styles.part}>
            <h2 className={styles.title}>{t('secondfactor.turn_off')}</h2>
            <p>{t('secondfactor.turn_off_text')}</p>
            <div>
              <Button kind="danger" onPress={() => onBegin({ kind: 'remove', factor: 'all' })}>
                {t('secondfactor.turn_off')}
              </Button>
            </div>
          </section>
        </>
      ) : undefined}
    </>
  );
}
