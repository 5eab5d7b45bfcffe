import type { HoldView, PeerView } from '@samtal/call-core';
import type { ReactNode, RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntents } from '../../../client/hooks/use-client.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import type { CallKind } from '../call-kind.ts';
import { Avatar } from '../frame/Avatar.tsx';
import { ResumeButton } from '../in-call/ResumeButton.tsx';
import { PeerFace } from '../peer/PeerFace.tsx';
import { PeerSigns } from '../peer/PeerSigns.tsx';
import { reasonOfFace } from '../peer/peer-words.ts';
import { RemoteVideo } from '../picture/RemoteVideo.tsx';
import { VoiceSign } from '../quality/VoiceSign.tsx';
import styles from './ThreePictures.module.css';

export type TileProps = {
  readonly callId: string;
  readonly name: string;
  readonly kind: CallKind;
  /** The quality of the call with this user. */
  readonly quality: ReactNode;
  readonly peer: PeerView;
  /** Which ends hold the call with this user. */
  readonly hold: HoldView;
  readonly remote: RefCallback<HTMLVideoElement>;
  readonly isVideoVisible: boolean;
  readonly isSoundOn: boolean;
  /** The number of knocks, while the sign of the last one, or of the begin of the call (0), is shown. */
  readonly knocks: number | undefined;
  /** Own text has not been confirmed by this user for a time. */
  readonly isTextLate: boolean;
  /** What is wrong with both calls, in words for both; '' = the other picture says it; undefined = nothing. */
  readonly forBoth: string | undefined;
  /** This user is shown larger than the other one. */
  readonly isPinned: boolean;
  readonly onPin: () => void;
};

const nothingOfItsOwn = {
  peer: { contact: 'good', camera: 'on', microphone: 'on' },
  hold: 'none',
} as const satisfies Pick<TileProps, 'peer' | 'hold'>;

/** One of the two remote users: picture or face, name, and the state of the call with them. */
export function Tile(props: TileProps) {
  const { callId, name, kind, quality, peer, hold, isVideoVisible, forBoth, isPinned, onPin } = props;
  const { t } = useTranslation();
  const intents = useIntents();
  const isHeld = hold === 'own' || hold === 'both';
  // Resumes both calls, so one picture has it.
  const resume = isHeld && forBoth !== '' ? () => intents.setHeld(false) : undefined;
  const own = forBoth === undefined ? { peer, hold } : nothingOfItsOwn;
  const isQuiet = kind === 'text' || peer.contact !== 'good' || hold !== 'none' || peer.microphone !== 'on';
  return (
    <section
      className={styles.tile}
      aria-label={name}
      data-held={resume && ''}
      data-knocking={props.knocks === undefined ? undefined : true}
    >
      <RemoteVideo name={name} isVisible={isVideoVisible} isSoundOn={props.isSoundOn} remote={props.remote}>
        {isVideoVisible && reasonOfFace(peer, hold) ? (
          <PeerFace name={name} peer={peer} hold={hold} words={forBoth} isNamed>
            {resume && <ResumeButton onPress={resume} />}
          </PeerFace>
        ) : undefined}
      </RemoteVideo>
      {isVideoVisible ? undefined : (
        <div className={styles.face}>
          <Avatar name={name} />
        </div>
      )}
      <div className={styles.about}>
        <bdi className={styles.name}>{name}</bdi>
        {isQuiet ? undefined : <VoiceSign callId={callId} name={name} />}
        <PeerSigns name={name} kind={kind} {...own} hasFace={isVideoVisible} />
        <output>
          {forBoth ? (
            <span className={styles.late} data-on-face={isVideoVisible || undefined}>
              <Icon name={isHeld ? 'pause' : 'warning'} size="1.125em" />
              <span data-word>{forBoth}</span>
            </span>
          ) : undefined}
        </output>
        {peer.contact === 'good' ? quality : undefined}
        {resume && !isVideoVisible ? <ResumeButton onPress={resume} /> : undefined}
        <output className={styles.late}>
          {props.isTextLate ? (
            <>
              <Icon name="warning" size="1.125em" />
              <span>{t('three.late', { name })}</span>
            </>
          ) : undefined}
          {props.knocks ? <span>{t('text.knocks', { name })}</span> : undefined}
        </output>
        <span className={styles.pin}>
          <IconButton
            icon={isPinned ? 'shrink' : 'enlarge'}
            kind="raised"
            label={t('three.larger', { name })}
            aria-pressed={isPinned}
            onPress={onPin}
          />
        </span>
      </div>
    </section>
  );
}
