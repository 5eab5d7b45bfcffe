import type { FieldRule } from '@samtal/api-contract';
import type { TextFieldProps } from '../../../ui/fields/TextField.tsx';

/** Attributes of a field by its rule: on-screen keyboard; no spell checking where the value is not prose. */
export function inputKind(
  rule: FieldRule,
): Pick<TextFieldProps, 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'> {
  switch (rule) {
    case 'email':
      return { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false };
    case 'phone':
    case 'mobile':
      return { type: 'tel', inputMode: 'tel', spellCheck: false };
    case 'username':
    case 'password':
    case 'free':
      return { autoCapitalize: 'none', spellCheck: false };
    case 'text':
      return {};
  }
}
