import {
  EMERGENCY_ADDRESS,
  EMERGENCY_ADDRESS_LINE,
  type EmergencyAddress,
  emergencyAddressOf,
  emergencyAddressValue,
  type Features,
} from '@samtal/api-contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sendsLocation } from '../../../client/calling/client-settings.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { isAnonymous } from '../../../client/session/user.ts';
import { useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { useEdit } from '../use-edit.ts';
import { countriesIn } from './countries.ts';
import styles from './EmergencySettings.module.css';

const nowhere: EmergencyAddress = ['', '', '', '', '', ''];

/** The fields of one line of text in their order on the page: the line of the setting, and what browsers fill in. */
const fields = [
  ['street', 0, 'address-line1'],
  ['houseNumber', 1, 'off'],
  ['extra', 5, 'off'],
  ['postalCode', 2, 'postal-code'],
  ['city', 3, 'address-level2'],
] as const;
const COUNTRY = 4;

/** The address that emergency calls carry, typed beforehand (decision D89). */
export function EmergencySettings({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const { session, brand } = useAppServices();
  const state = useStore(session.state);
  if (state.phase !== 'signedIn') return undefined;
  // Without an account nothing is kept on the server, and the next person at this device would read the address.
  if (isAnonymous(state.user, brand))
    return (
      <Card>
        <p>{t('settings.emergency_no_account')}</p>
      </Card>
    );
  const isSent = sendsLocation(features, state.settings);
  return isSent ? <Form /> : <NotSent />;
}

/** The organisation sends no places, so there is nothing to type; what is stored can be deleted. */
function NotSent() {
  const { t } = useTranslation();
  const { values } = useEdit();
  return (
    <Card className={styles.card}>
      <p>{t('settings.emergency_not_sent')}</p>
      {values[EMERGENCY_ADDRESS] === '' ? undefined : <DeleteButton />}
    </Card>
  );
}

function Form() {
  const { t, i18n } = useTranslation();
  const { values, change } = useEdit();
  const value = values[EMERGENCY_ADDRESS] ?? '';
  const address = emergencyAddressOf(value) ?? nowhere;
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language]);
  const write = (line: number, text: string): void =>
    change(
      EMERGENCY_ADDRESS,
      emergencyAddressValue(
        address.map((before, index) =>
          index === line ? text : before,
        ) as readonly string[] as EmergencyAddress,
      ),
    );
  return (
    <SettingsForm>
      <Card className={styles.card}>
        <p>{t('settings.emergency_intro')}</p>
        <div className={styles.fields}>
          {fields.map(([part, line, autoComplete]) => (
            <TextField
              key={part}
              label={t(`settings.emergency_${part}`)}
              value={address[line]}
              autoComplete={autoComplete}
              onChange={(text) => write(line, text.slice(0, EMERGENCY_ADDRESS_LINE))}
            />
          ))}
          <SelectField
            label={t('settings.emergency_country')}
            value={address[COUNTRY]}
            options={[{ value: '', label: t('settings.emergency_no_country') }, ...countries]}
            onChange={(country) => write(COUNTRY, country)}
          />
        </div>
        <p>{t('settings.emergency_stored')}</p>
        <DeleteButton isDisabled={value === ''} />
      </Card>
    </SettingsForm>
  );
}

function DeleteButton({ isDisabled = false }: { readonly isDisabled?: boolean }) {
  const { t } = useTranslation();
  const { change, saveOne } = useEdit();
  function remove(): void {
    change(EMERGENCY_ADDRESS, '');
    void saveOne(EMERGENCY_ADDRESS, '');
  }
  return (
    <Button icon="trash" onPress={isDisabled ? undefined : remove}>
      {t('settings.emergency_delete')}
    </Button>
  );
}
