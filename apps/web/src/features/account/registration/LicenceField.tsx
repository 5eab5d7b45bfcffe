import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import type { FieldInput } from '../form/use-account-form.ts';
import { ACCEPTED } from './registration-fields.ts';

/** A checkbox to accept the licence, and a link to its text if the operator has set one (SIGNUP-15). */
export function LicenceField({
  input: { id, value, error, onChange, onBlur },
}: {
  readonly input: FieldInput;
}) {
  const { t } = useTranslation();
  const { licenseUrl } = useAppServices().brand.registration;
  return (
    <div>
      <Checkbox
        id={id}
        label={t('registration.licence')}
        required
        isChecked={value === ACCEPTED}
        error={error}
        onChange={(isChecked) => {
          // A cleared box shows its error immediately.
          if (!isChecked) onBlur();
          onChange(isChecked ? ACCEPTED : '');
        }}
      />
      {licenseUrl === '' ? undefined : (
        <a href={licenseUrl} target="_blank" rel="noreferrer">
          {t('registration.licence_read')}
        </a>
      )}
    </div>
  );
}
