import type { ContactField } from '@samtal/api-contract';
import type { TextKey } from '../../i18n/index.ts';
import type { TextFieldProps } from '../../ui/fields/TextField.tsx';

export type ContactFormField = Pick<
  TextFieldProps,
  'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'
> & {
  readonly name: ContactField;
  readonly label: TextKey;
  /** The field shares its row with a neighbour where both fit. */
  readonly isShort?: boolean;
};

const ofAddress = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

/** The fields of the contact form (CONTACT-08) in the groups in which it shows them. */
export const CONTACT_GROUPS = [
  {
    title: 'contacts.name',
    fields: [
      { name: 'fname', label: 'registration.firstname', isShort: true },
      { name: 'sname', label: 'registration.lastname', isShort: true },
    ],
  },
  {
    title: 'contacts.reach',
    fields: [
      { name: 'sipaddress', label: 'registration.sipaddress', ...ofAddress },
      { name: 'email', label: 'registration.email', ...ofAddress },
    ],
  },
  {
    title: 'contacts.post',
    fields: [
      { name: 'address', label: 'registration.address' },
      { name: 'postNr', label: 'registration.postcode', isShort: true },
      { name: 'city', label: 'registration.city', isShort: true },
    ],
  },
] as const satisfies readonly {
  readonly title: TextKey;
  readonly fields: readonly ContactFormField[];
}[];
