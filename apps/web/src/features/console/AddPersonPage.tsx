import { invalidKeyIn, languageOf, type PersonAdded } from '@samtal/api-contract';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useUnsaved } from '../../client/store/unsaved.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { focusFirstFault } from '../../ui/fields/focus-first-fault.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { FormBar } from '../../ui/page/FormBar.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { failureText } from './failure-text.ts';
import { LinkToCopy } from './LinkToCopy.tsx';
import { organisationName } from './words.ts';

const NAMES = ['username', 'firstname', 'lastname', 'email'] as const;

type Values = Readonly<Record<(typeof NAMES)[number], string>>;

const nothingTyped: Values = { username: '', firstname: '', lastname: '', email: '' };

/** Adds one person, who chooses a password by a link. */
export function AddPersonPage() {
  const { t, i18n } = useTranslation();
  const { api, access, change } = useConsole();
  const [, navigate] = useLocation();
  const [values, setValues] = useState(nothingTyped);
  const [organisation, setOrganisation] = useState(String(access.defaultOrganisation));
  const [problem, setProblem] = useState<{ readonly field?: string; readonly text: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const [added, setAdded] = useState<PersonAdded>();
  const saved = useUnsaved(added === undefined && NAMES.some((name) => values[name] !== ''));

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const refuse = (text: string, field?: string): void =>
      focusFirstFault(form, () => setProblem({ text, ...(field !== undefined && { field }) }));
    if (values.username.trim() === '') return refuse(t('console.username_rule'), 'username');
    setProblem(undefined);
    setIsBusy(true);
    const result = await change(() =>
      api.add({
        ...values,
        username: values.username.trim(),
        organisation: Number(organisation),
        language: languageOf(i18n.language),
      }),
    );
    setIsBusy(false);
    if (result === undefined) return;
    if (result.ok) {
      saved();
      setAdded(result.value);
    } else if (result.status === 400) {
      const field = invalidKeyIn(result.failureText ?? '');
      refuse(t(field === 'username' ? 'console.username_rule' : 'console.value_wrong'), field);
    } else refuse(t(failureText(result)));
  }

  if (added !== undefined)
    return (
      // React shows this as a new page, so that its title gets the focus.
      <PageFrame key="added" title={t('console.added')} width="narrow" hasFocus>
        <LinkToCopy link={added.link} text={t('console.link_text')} />
        <div className={styles.actions}>
          <Button
            kind="primary"
            onPress={() => {
              setAdded(undefined);
              setValues(nothingTyped);
            }}
          >
            {t('console.add_another')}
          </Button>
          <Button onPress={() => navigate(`/admin/people/${encodeURIComponent(added.id)}`)}>
            {t('console.open_person')}
          </Button>
        </div>
      </PageFrame>
    );
  return (
    <PageFrame title={t('console.add')} width="narrow" hasFocus>
      <form className={styles.form} onSubmit={(event) => void add(event)} noValidate>
        {problem === undefined || NAMES.some((name) => name === problem.field) ? undefined : (
          <Alert type="danger">{problem.text}</Alert>
        )}
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={t(`registration.${name}`)}
            value={values[name]}
            onChange={(value) => setValues({ ...values, [name]: value })}
            error={problem?.field === name ? problem.text : undefined}
            hint={name === 'username' ? t('console.username_hint', { domain: access.domain }) : undefined}
            type={name === 'email' ? 'email' : 'text'}
            required={name === 'username'}
            autoComplete="off"
            {...(name === 'username' || name === 'email'
              ? { autoCapitalize: 'none', spellCheck: false }
              : undefined)}
          />
        ))}
        {access.organisations.length > 1 ? (
          <SelectField
            label={t('registration.organisation')}
            value={organisation}
            onChange={setOrganisation}
            options={access.organisations.map(({ id }) => ({
              value: String(id),
              label: organisationName(t, access, id),
            }))}
          />
        ) : undefined}
        <FormBar>
          <Button onPress={() => navigate('/admin')}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('console.add')}
          </Button>
        </FormBar>
      </form>
    </PageFrame>
  );
}
