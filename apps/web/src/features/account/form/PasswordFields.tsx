import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { FieldInput } from './use-account-form.ts';
import { useFieldWords } from './use-field-words.ts';

export type PasswordFieldsProps = {
  readonly first: FieldInput & { readonly label: string };
  readonly second: FieldInput & { readonly label: string };
  readonly required: boolean;
};

/** Two fields in which the user types a new password twice, under its rule; a button makes both readable. */
export function PasswordFields({ first, second, required }: PasswordFieldsProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const rule = useFieldWords()('password', 'invalid');
  const common = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    required,
  } as const;
  return (
    <>
      <TextField
        {...first}
        {...common}
        // An error says what is wrong in its place.
        hint={first.error === undefined ? rule : undefined}
        end={
          <IconButton
            icon={isShown ? 'eyeOff' : 'eye'}
            label={isShown ? t('login.hide_password') : t('login.show_password')}
            onPress={() => setIsShown(!isShown)}
          />
        }
      />
      <TextField {...second} {...common} />
    </>
  );
}
