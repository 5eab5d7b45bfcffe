import {
  ERROR_CODES,
  invalidKeyIn,
  isListedAddress,
  isListedName,
  type KioskLinkMade,
  LINK_DAYS,
} from '@samtal/api-contract';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useUnsaved } from '../../../client/store/unsaved.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { focusFirstFault } from '../../../ui/fields/focus-first-fault.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { FormBar } from '../../../ui/page/FormBar.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import styles from '../console.module.css';
import { useConsole } from '../console-context.ts';
import { LinkToCopy } from '../LinkToCopy.tsx';
import { listedFailure } from '../listed/listed-failure.ts';
import { organisationName } from '../words.ts';
import { LINKS } from './LinksPage.tsx';

const nothingTyped = { name: '', to: '', username: '', ref: '', ivr: '', days: '365' };

type Field = keyof typeof nothingTyped;

const TONES = /^[\d*#A-Da-d,]{0,64}$/;

const isDays = (typed: string): boolean =>
  /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= LINK_DAYS;

/** Makes a one-click link, and shows it to be copied. */
export function MakeLinkPage() {
  const { t } = useTranslation();
  const { api, access, change } = useConsole();
  const [, navigate] = useLocation();
  const [values, setValues] = useState(nothingTyped);
  const [organisation, setOrganisation] = useState(access.defaultOrganisation);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [userProblem, setUserProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [made, setMade] = useState<KioskLinkMade>();
  const saved = useUnsaved(made === undefined && values !== nothingTyped);
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim()]),
  ) as typeof nothingTyped;
  const { name, to, username, ref, ivr, days } = trimmed;
  const problems: Readonly<Partial<Record<Field, string>>> = {
    ...(!isListedName(name) && { name: t('console.listed_name_rule') }),
    ...(!isListedAddress(to) && { to: t('console.listed_address_rule') }),
    ...(!TONES.test(ivr) && { ivr: t('console.link_tones_rule') }),
    ...(!isDays(days) && { days: t('console.link_days_rule', { number: LINK_DAYS }) }),
  };

  async function make(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    setProblem(undefined);
    setUserProblem(undefined);
    if (Object.keys(problems).length > 0) return focusFirstFault(form, () => setIsChecked(true));
    setIsBusy(true);
    const result = await change(() =>
      api.makeLink({
        name,
        to,
        organisation,
        days: Number(days),
        ...(username !== '' && { username }),
        ...(ref !== '' && { ref }),
        ...(ivr !== '' && { ivr }),
      }),
    );
    setIsBusy(false);
    if (result === undefined) return;
    if (result.ok) {
      saved();
      setMade(result.value);
    } else if (username !== '' && result.errorCode === ERROR_CODES.notPossible)
      focusFirstFault(form, () => setUserProblem(t('console.link_not_as')));
    else if (result.status === 400 && invalidKeyIn(result.failureText ?? '') === 'username')
      focusFirstFault(form, () => setUserProblem(t('console.gone')));
    else setProblem(t(listedFailure(result)));
  }

  const field = (key: Field, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={values[key]}
      onChange={(value) => setValues({ ...values, [key]: value })}
      error={(isChecked ? problems[key] : undefined) ?? (key === 'username' ? userProblem : undefined)}
      required={key === 'name' || key === 'to' || key === 'days'}
      autoComplete="off"
      {...(key === 'days' && { inputMode: 'numeric' as const })}
      {...(key !== 'name' && { autoCapitalize: 'none', spellCheck: false })}
    />
  );

  if (made !== undefined)
    return (
      // A page of its own, whose title takes the focus.
      <PageFrame key="made" title={t('console.link_ready')} width="narrow" hasFocus>
        {made.isKnown ? undefined : <Alert type="info">{t('console.link_unknown', { address: to })}</Alert>}
        <LinkToCopy link={made.address} text={t('console.link_care')} />
        <div className={styles.actions}>
          <Button onPress={() => navigate(LINKS)}>{t('console.back_to_list')}</Button>
        </div>
      </PageFrame>
    );
  return (
    <PageFrame title={t('console.link_add')} width="narrow" hasFocus>
      <form className={styles.form} onSubmit={(event) => void make(event)} noValidate>
        {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
        {field('name', t('console.listed_name'), t('console.link_name_hint'))}
        {field('to', t('console.link_to'))}
        {access.role === 'operator'
          ? field('username', t('console.link_as'), t('console.link_as_hint'))
          : undefined}
        {field('days', t('console.link_days'))}
        {field('ref', t('console.link_ref'), t('console.link_ref_hint'))}
        {field('ivr', t('console.link_tones'), t('console.link_tones_hint'))}
        {access.organisations.length > 1 ? (
          <SelectField
            label={t('registration.organisation')}
            value={String(organisation)}
            onChange={(value) => setOrganisation(Number(value))}
            options={access.organisations.map(({ id }) => ({
              value: String(id),
              label: organisationName(t, access, id),
            }))}
          />
        ) : undefined}
        <FormBar>
          <Button onPress={() => navigate(LINKS)}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('console.link_add')}
          </Button>
        </FormBar>
      </form>
    </PageFrame>
  );
}
