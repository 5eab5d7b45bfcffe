import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { useConsole } from '../console-context.ts';
import { organisationName } from '../words.ts';

type Props = {
  /** undefined = every organisation. */
  readonly value: number | undefined;
  readonly onChange: (organisation: number | undefined) => void;
};

/** Whose users find an entry; administrators have no choice. */
export function OrganisationField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { access } = useConsole();
  if (access.role === 'administrator') return undefined;
  const ids = new Set([...access.organisations.map(({ id }) => id), ...(value === undefined ? [] : [value])]);
  return (
    <SelectField
      label={t('registration.organisation')}
      value={value === undefined ? '' : String(value)}
      onChange={(id) => onChange(id === '' ? undefined : Number(id))}
      options={[
        { value: '', label: t('console.any_organisation') },
        ...[...ids].map((id) => ({ value: String(id), label: organisationName(t, access, id) })),
      ]}
    />
  );
}
