import type { ClientState } from '@samtal/call-core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../../../client/hooks/use-client.ts';
import { useIsCallBack } from '../../../client/hooks/use-is-call-back.ts';
import { useNameClaim } from '../../../client/hooks/use-person.ts';
import { Ringtone } from '../../../client/ringtone/Ringtone.tsx';
import { ringtoneOf } from '../../../client/ringtone/scores.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { kindOf } from '../call-kind.ts';
import { ariaOf } from '../in-call/call-shortcuts.ts';
import { useShortcuts } from '../in-call/use-shortcuts.ts';
import { RejectMessages } from '../ringing/RejectMessages.tsx';
import { useSettings } from '../use-call-settings.ts';
import { useUserName } from '../use-user-name.ts';
import styles from './SecondCall.module.css';
import type { Ringing } from './second-call-state.ts';
import { useSoftRing } from './use-soft-ring.ts';

export type SecondCallerProps = {
  readonly call: Ringing;
  readonly name: string;
  /** Name of the remote user of the call in front. */
  readonly front: string;
  /** There are two calls already, which both end when this one is answered (decision D89). */
  readonly isBesideTwo?: boolean;
};

const perCallOf = ({ settings }: ClientState) => settings?.perCall;

/** The look of the button that rejects the caller; to stay in a call is no danger. */
const reject = { kind: 'danger', icon: 'hangUp' } as const;
const icons = { video: 'camera', voice: 'microphone', text: 'text' } as const;

/**
 * A second caller rings. The notice takes neither the focus nor the keys from the call in front; a shortcut leads to
 * the answers.
 */
export function SecondCaller({ call, name, front, isBesideTwo = false }: SecondCallerProps) {
  const { t } = useTranslation();
  const intents = useIntents();
  const isClaimed = useNameClaim()(call.call.remoteUser);
  const mayWrite = useClient(perCallOf) !== undefined;
  const [isWriting, setIsWriting] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const focusReturn = useFocusReturn();
  const isCallBack = useIsCallBack(call.call.remoteUser.address);
  useShortcuts({ secondCall: () => first.current?.focus() });
  const { callId, remoteUser, replaces, withUser } = call.call;
  const other = useUserName(withUser === undefined ? undefined : { address: withUser });
  // The remote user of the call in front lets the caller take their place (decision D101).
  const words = replaces ? t('transfer.instead', { name, front }) : t('call.second.rings', { name });
  const answerWords = isBesideTwo
    ? t('call.second.endboth')
    : replaces
      ? t('transfer.talk', { name })
      : t('call.second.hold');
  const kind = kindOf(call.offered);
  return (
    <div {...focusReturn}>
      <section className={styles.caller} aria-label={words}>
        <div role="alert">
          <p className={styles.who}>
            <Icon name="phone" />
            <bdi>{words}</bdi>
          </p>
          <p className={styles.kind}>
            <Icon name={icons[kind]} size="1.125em" />
            {t(`call.kind.${kind}`)}
            {isClaimed ? (
              <>
                {' · '}
                <bdi>{remoteUser.address}</bdi>
                {` · ${t('call.nameclaimed')}`}
              </>
            ) : undefined}
          </p>
          {replaces ? <p className={styles.kind}>{t('transfer.ends', { front })}</p> : undefined}
          {other === '' ? undefined : <p className={styles.kind}>{t('call.withother', { name: other })}</p>}
          {isCallBack ? <p className={styles.kind}>{t('call.emergencyback')}</p> : undefined}
        </div>
        {isCallBack ? <LoudRing /> : <SoftRing />}
        <div className={styles.answers} data-answers>
          <Button
            ref={first}
            kind="success"
            icon={replaces || isBesideTwo ? 'phone' : 'pause'}
            aria-keyshortcuts={ariaOf('secondCall')}
            onPress={() => intents.answerSecond(callId, isBesideTwo ? 'end' : 'hold')}
          >
            {answerWords}
          </Button>
          {replaces || isBesideTwo ? undefined : (
            <Button icon="phone" onPress={() => intents.answerSecond(callId, 'end')}>
              {t('call.second.end')}
            </Button>
          )}
          <Button {...(replaces ? {} : reject)} onPress={() => intents.decline(undefined, callId)}>
            {replaces ? t('transfer.keep', { front }) : t('call.reject')}
          </Button>
          {mayWrite && !replaces ? (
            <Button icon="envelope" onPress={() => setIsWriting(true)}>
              {t('call.rejectwithmessage')}
            </Button>
          ) : undefined}
        </div>
      </section>
      {isWriting ? (
        <RejectMessages
          onReject={(message) => {
            // The dialog gives the focus back before the notice goes, which is to return it.
            flushSync(() => setIsWriting(false));
            intents.decline(message, callId);
          }}
          onBack={() => setIsWriting(false)}
        />
      ) : undefined}
    </div>
  );
}

/** The emergency service rings as it does without a call. */
function LoudRing() {
  return <Ringtone name={ringtoneOf(useSettings()['WEB_RINGTONE'])} />;
}

function SoftRing() {
  useSoftRing();
  return undefined;
}
