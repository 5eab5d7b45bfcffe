import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import { AddressText } from '../../../ui/page/AddressText.tsx';
import { CallFrame } from '../frame/CallFrame.tsx';
import words from '../frame/call-words.module.css';

export type CallingProps = {
  readonly name: string;
  readonly address: string;
  /** True = the callee's phone is ringing (180 response). */
  readonly isRinging: boolean;
  readonly onCancel: () => void;
  /** What the caller sees and can do meanwhile. */
  readonly children?: ReactNode;
};

/**
 * Screen of a caller who waits until the remote user answers (CALLSCR-05). The field of the first words has the
 * focus: what the user types is never a press of "Cancel".
 */
export function Calling({ name, address, isRinging, onCancel, children }: CallingProps) {
  const { t } = useTranslation();
  return (
    <CallFrame
      name={name}
      title={<span className={words.sentence}>{t('call.calling', { name })}</span>}
      isPulsing
      focus="field"
      actions={
        <Button kind="danger" size="large" icon="hangUp" onPress={onCancel}>
          {t('call.cancel')}
        </Button>
      }
    >
      <p className={words.address}>
        <AddressText>{address}</AddressText>
      </p>
      <output className={words.line}>{isRinging ? t('call.ringing') : '\u00A0'}</output>
      {children}
    </CallFrame>
  );
}
