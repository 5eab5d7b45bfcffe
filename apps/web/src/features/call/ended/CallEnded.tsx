import type { CallBlock } from '@samtal/call-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { durationWords } from '../../../client/format/time.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CallFrame } from '../frame/CallFrame.tsx';
import words from '../frame/call-words.module.css';

export type CallEndedProps = {
  readonly name: string;
  /** Key of the sentence that says how the call ended. */
  readonly words: TextKey;
  /** Takes the place of that sentence: the user has connected the remote user with another one. */
  readonly connected?: ReactNode;
  /** The message with which the callee rejected the call; untrusted text. */
  readonly message?: string | undefined;
  /** True = a technical fault prevented or ended the call. */
  readonly isFault: boolean;
  /** Why the user cannot call again now; undefined = calls are possible. */
  readonly blockedBy: CallBlock | undefined;
  readonly onCallAgain: (() => void) | undefined;
  readonly onCancel: () => void;
  /** Takes the place of calling again: the number does not exist. */
  readonly onCorrect?: (() => void) | undefined;
  /** How long the call was, in ms; undefined = it was not answered. */
  readonly durationMs?: number | undefined;
  /** Undefined = the remote user is a contact already, or cannot become one. */
  readonly onAddContact?: (() => void) | undefined;
  /** The conversation. */
  readonly children?: ReactNode;
};

/** Screen after a call that the local user did not end, with the next possible actions (CALLSCR-07 … -10). */
export function CallEnded({
  name,
  words: sentence,
  connected,
  message,
  isFault,
  blockedBy,
  onCallAgain,
  onCancel,
  onCorrect,
  durationMs,
  onAddContact,
  children,
}: CallEndedProps) {
  const { t } = useTranslation();
  return (
    <CallFrame
      name={name}
      title={connected ?? t(sentence, { name })}
      focus="title"
      actions={
        <>
          <Button size="large" onPress={onCancel}>
            {t(connected ? 'common.close' : 'call.cancel')}
          </Button>
          {onCorrect === undefined ? (
            <Button kind="success" size="large" icon="phone" onPress={onCallAgain}>
              {connected
                ? t('transfer.call', { target: name })
                : t(isFault ? 'call.callback' : 'call.callagain')}
            </Button>
          ) : (
            <Button kind="primary" size="large" onPress={onCorrect}>
              {t('call.correct')}
            </Button>
          )}
        </>
      }
    >
      {isFault ? (
        <p className={words.line}>
          <bdi>{name}</bdi>
        </p>
      ) : undefined}
      {durationMs === undefined ? undefined : (
        <p className={words.line}>{t('call.duration', { time: durationWords(durationMs) })}</p>
      )}
      {message === undefined ? undefined : (
        <figure className={words.message}>
          <figcaption>{t('call.declinewords', { name })}</figcaption>
          <blockquote dir="auto">{message}</blockquote>
        </figure>
      )}
      {children}
      <output className={words.line}>
        {blockedBy === undefined ? undefined : t(`dial.blocked.${blockedBy}`)}
      </output>
      {onAddContact === undefined ? undefined : (
        <Button kind="quiet" icon="plus" onPress={onAddContact}>
          {t('contacts.add')}
        </Button>
      )}
    </CallFrame>
  );
}
