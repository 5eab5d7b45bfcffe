import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ringtone } from '../../../client/ringtone/Ringtone.tsx';
import type { RingtoneName } from '../../../client/ringtone/scores.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, type IconName } from '../../../ui/icons/Icon.tsx';
import type { CallKind } from '../call-kind.ts';
import { CallFace } from '../frame/CallFrame.tsx';
import words from '../frame/call-words.module.css';
import stage from '../frame/stage.module.css';
import { LaterDialog } from '../later/LaterDialog.tsx';
import styles from './IncomingCall.module.css';
import { useAnswerKeys } from './use-answer-keys.ts';

export type IncomingCallProps = {
  readonly name: string;
  readonly address: string;
  /** Whether the name is only what the caller calls themselves (decision D61). */
  readonly isClaimed?: boolean;
  /** Name of the user who will be in the call, too (decision D102). */
  readonly other?: string | undefined;
  /** The number is one of the user's emergency numbers (decision D89). */
  readonly isCallBack?: boolean;
  /** The richest medium that the caller offers. */
  readonly kind: CallKind;
  readonly ringtone: RingtoneName;
  readonly onAnswer: () => void;
  readonly onReject: () => void;
  /** Answers without camera and microphone; undefined = there is no such choice (decision D33). */
  readonly onAnswerWithText?: (() => void) | undefined;
  /** Rejects the call with a message to the caller; undefined = there is no such choice. */
  readonly onRejectWith?: ((message: string) => void) | undefined;
  /** Clock in milliseconds with any origin; by default the clock of the page. */
  readonly now?: () => number;
};

const kinds = {
  video: { text: 'call.kind.video', icon: 'camera' },
  voice: { text: 'call.kind.voice', icon: 'microphone' },
  text: { text: 'call.kind.text', icon: 'text' },
} as const satisfies Record<CallKind, { text: TextKey; icon: IconName }>;

/**
 * Screen of an incoming call. It covers everything, can be noticed without sound (decision D18), and one key
 * answers the call (CALLSCR-03).
 */
export function IncomingCall(props: IncomingCallProps) {
  const { name, address, isClaimed = false, isCallBack = false, other, kind, ringtone, now } = props;
  const { onAnswer, onReject, onAnswerWithText, onRejectWith } = props;
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    answer.current?.focus();
    return () => element?.close();
  }, []);

  const [isWriting, setIsWriting] = useState(false);
  useAnswerKeys(isWriting ? undefined : onAnswer, now);

  const { text, icon } = kinds[kind];
  return (
    <>
      <dialog
        ref={dialog}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-kind ${id}-address ${id}-other${isCallBack ? ` ${id}-back` : ''}`}
        className={classNames(stage.stage, styles.incoming)}
        onCancel={(event) => event.preventDefault()}
      >
        <Ringtone name={ringtone} />
        <CallFace
          name={name}
          title={t('call.incoming', { name })}
          titleId={`${id}-title`}
          isPulsing
          actions={
            <>
              <Button kind="danger" size="large" icon="hangUp" onPress={onReject}>
                {t('call.reject')}
              </Button>
              <Button ref={answer} kind="success" size="large" icon="phone" onPress={onAnswer}>
                {t('call.answer')}
              </Button>
              {onAnswerWithText === undefined ? undefined : (
                <Button size="large" icon="text" onPress={onAnswerWithText}>
                  {t('call.answerwithtext')}
                </Button>
              )}
              {onRejectWith === undefined ? undefined : (
                <Button size="large" icon="envelope" onPress={() => setIsWriting(true)}>
                  {t('call.rejectwithmessage')}
                </Button>
              )}
            </>
          }
        >
          {other && (
            <p id={`${id}-other`} className={words.notice} data-notice>
              {t('call.withother', { name: other })}
            </p>
          )}
          {isCallBack ? (
            <p id={`${id}-back`} className={words.notice} data-notice>
              {t('call.emergencyback')}
            </p>
          ) : undefined}
          <p id={`${id}-kind`} className={classNames(words.line, words.kind)}>
            <Icon name={icon} size="1.25em" />
            {t(text)}
          </p>
          <p id={`${id}-address`} className={words.address}>
            <bdi>{address}</bdi>
            {isClaimed ? ` · ${t('call.nameclaimed')}` : undefined}
          </p>
        </CallFace>
      </dialog>
      {isWriting && onRejectWith !== undefined ? (
        <LaterDialog title={t('call.rejectwithmessage')} onClose={() => setIsWriting(false)}>
          {({ RejectMessages }) => (
            <RejectMessages onReject={onRejectWith} onBack={() => setIsWriting(false)} />
          )}
        </LaterDialog>
      ) : undefined}
    </>
  );
}
