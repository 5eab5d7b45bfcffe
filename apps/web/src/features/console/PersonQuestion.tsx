import type { PersonContents } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';

/** A change that ends or loses something. */
export type Question =
  | { readonly kind: 'disable' | 'logOut' | 'secondFactor' }
  | { readonly kind: 'remove'; readonly contents: PersonContents };

type Props = {
  readonly question: Question;
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Asks before a change of a person, and says what it ends. */
export function PersonQuestion({ question, name, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const common = { cancelLabel: t('common.cancel'), isDangerous: true, onConfirm, onCancel };
  switch (question.kind) {
    case 'disable':
      return (
        <ConfirmDialog
          title={t('console.disable_title', { name })}
          confirmLabel={t('console.disable')}
          {...common}
        >
          {t('console.disable_text')}
        </ConfirmDialog>
      );
    case 'logOut':
      return (
        <ConfirmDialog
          title={t('console.log_out_title', { name })}
          confirmLabel={t('console.log_out')}
          {...common}
        >
          {t('console.log_out_text')}
        </ConfirmDialog>
      );
    case 'secondFactor':
      return (
        <ConfirmDialog
          title={t('console.second_step_title', { name })}
          confirmLabel={t('console.second_step_off')}
          {...common}
        >
          {t('console.second_step_text')}
        </ConfirmDialog>
      );
    case 'remove':
      return (
        <ConfirmDialog
          title={t('console.remove_title', { name })}
          confirmLabel={t('console.remove')}
          {...common}
        >
          {t('console.remove_text', question.contents)}
        </ConfirmDialog>
      );
  }
}
