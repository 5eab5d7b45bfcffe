import type { ConsoleSetting } from '@samtal/api-contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { ConsoleNav } from './ConsoleNav.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { failureText } from './failure-text.ts';
import { useAnswer } from './use-answer.ts';
import { organisationName } from './words.ts';

const SOURCE_WORDS: Readonly<Record<ConsoleSetting['from'], TextKey>> = {
  program: 'console.from_program',
  brand: 'console.from_brand',
  organisation: 'console.from_organisation',
};

/** What an organisation has instead of the values of brand and program, and limits of the server. */
export function SettingsPage() {
  const { t } = useTranslation();
  const { api, access } = useConsole();
  const [organisation, setOrganisation] = useState(access.defaultOrganisation);
  const [openKey, setOpenKey] = useState<string>();
  const [closedKey, setClosedKey] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const ask = useCallback(() => api.settings(organisation), [api, organisation]);
  const answer = useAnswer(ask);
  return (
    <PageFrame title={t('console.settings')} hasFocus>
      <ConsoleNav />
      <p>{t('console.settings_text')}</p>
      {access.organisations.length > 1 ? (
        <SelectField
          label={t('registration.organisation')}
          value={String(organisation)}
          onChange={(value) => {
            setOpenKey(undefined);
            setSaved(undefined);
            setOrganisation(Number(value));
          }}
          options={access.organisations.map(({ id }) => ({
            value: String(id),
            label: organisationName(t, access, id),
          }))}
        />
      ) : undefined}
      {saved === undefined ? undefined : (
        <Alert type="success">{t('console.setting_saved', { name: saved })}</Alert>
      )}
      {answer.phase === 'waiting' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {answer.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t(failureText(answer.failure))}
          actions={<Button onPress={answer.again}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {answer.phase === 'ready' ? (
        <>
          <ul className={styles.list} aria-label={t('console.settings')}>
            {answer.value.settings.map((setting) => (
              <li key={setting.key} className={styles.call}>
                {openKey === setting.key ? (
                  <SettingForm
                    organisation={organisation}
                    setting={setting}
                    onEnd={(isSaved) => {
                      setOpenKey(undefined);
                      setClosedKey(setting.key);
                      setSaved(isSaved ? setting.key : undefined);
                      if (isSaved) answer.again();
                    }}
                  />
                ) : (
                  <SettingRow
                    setting={setting}
                    hasFocus={closedKey === setting.key}
                    onOpen={() => setOpenKey(setting.key)}
                  />
                )}
              </li>
            ))}
          </ul>
          <section className={styles.part}>
            <h2>{t('console.limits')}</h2>
            <p>{t('console.limits_text')}</p>
            <ul className={styles.list}>
              {answer.value.limits.map(({ variable, value }) => (
                <li key={variable} className={styles.call}>
                  <span className={styles.ends}>
                    <code lang="en">{variable}</code>
                  </span>
                  <span>{value}</span>
                </li>
              ))}
            </ul>
          </section>
        </>
      ) : undefined}
    </PageFrame>
  );
}

type RowProps = {
  readonly setting: ConsoleSetting;
  /** Its form has just been closed. */
  readonly hasFocus: boolean;
  readonly onOpen: () => void;
};

function SettingRow({ setting: { key, value, from }, hasFocus, onOpen }: RowProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) button.current?.focus();
  }, [hasFocus]);
  return (
    <>
      <span className={styles.ends}>
        <code lang="en">{key}</code>
      </span>
      <ul className={styles.facts}>
        <li className={styles.ends}>
          <bdi>{value === '' ? t('console.setting_empty') : value}</bdi>
        </li>
        <li>{t(SOURCE_WORDS[from])}</li>
      </ul>
      <div className={styles.actions}>
        <Button ref={button} aria-label={t('console.setting_change', { name: key })} onPress={onOpen}>
          {t('console.change')}
        </Button>
      </div>
    </>
  );
}

type FormProps = {
  readonly organisation: number;
  readonly setting: ConsoleSetting;
  readonly onEnd: (isSaved: boolean) => void;
};

function SettingForm({ organisation, setting: { key, value, from, choices }, onEnd }: FormProps) {
  const { t } = useTranslation();
  const { api, change } = useConsole();
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'save' | 'reset'>();
  const form = useRef<HTMLFormElement>(null);
  // It stands where the button was.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);

  async function send(name: 'save' | 'reset'): Promise<void> {
    setProblem(undefined);
    setBusy(name);
    const result = await change(() =>
      api.changeSetting(organisation, key, name === 'save' ? typed : undefined),
    );
    setBusy(undefined);
    if (result?.ok === true) onEnd(true);
    else if (result !== undefined)
      setProblem((result.status === 400 && result.failureText) || t(failureText(result)));
  }

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy === undefined) void send('save');
      }}
      noValidate
    >
      {choices.length > 0 ? (
        <>
          <SelectField
            label={key}
            value={typed}
            onChange={setTyped}
            // The operator's tool may have set further values, such as the numbers of organisations.
            options={[...new Set([...choices, value])].map((choice) => ({ value: choice, label: choice }))}
          />
          {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
        </>
      ) : (
        <TextField
          label={key}
          value={typed}
          onChange={setTyped}
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <div className={styles.actions}>
        <Button onPress={() => onEnd(false)}>{t('common.cancel')}</Button>
        {from === 'organisation' ? (
          <Button isBusy={busy === 'reset'} onPress={() => void send('reset')}>
            {t('console.setting_reset')}
          </Button>
        ) : undefined}
        <Button kind="primary" type="submit" isBusy={busy === 'save'}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
