import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';

/** Resumes a call that the user holds, and then disappears. */
export function ResumeButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn();
  return (
    <div {...focusReturn}>
      <Button kind="primary" icon="phone" onPress={onPress}>
        {t('call.hold.resume')}
      </Button>
    </div>
  );
}
