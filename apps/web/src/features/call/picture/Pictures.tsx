import type { PeerView } from '@samtal/call-core';
import type { RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { PeerFace } from '../peer/PeerFace.tsx';
import { FloatingVideo } from './FloatingVideo.tsx';
import { OwnVideo } from './OwnVideo.tsx';
import styles from './Pictures.module.css';
import type { PictureLayout } from './picture-layout.ts';
import { RemoteVideo } from './RemoteVideo.tsx';
import { SelfView } from './SelfView.tsx';

export type PicturesProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly peer: PeerView;
  readonly layout: PictureLayout;
  readonly isVideoVisible: boolean;
  readonly isSelfViewVisible: boolean;
  readonly isCameraOn: boolean;
  readonly isSoundOn: boolean;
  readonly remote: RefCallback<HTMLVideoElement>;
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  readonly store?: KeyValueStore | undefined;
};

/** Both videos of a call in the chosen layout; a layout for two needs both of them. */
export function Pictures(props: PicturesProps) {
  const { name, peer, layout, isVideoVisible, isSelfViewVisible, isCameraOn, isSoundOn } = props;
  const { remote, attachLocal, store } = props;
  const { t } = useTranslation();
  const own = { isCameraOn, attachLocal };
  const hasBoth = isVideoVisible && isSelfViewVisible;
  if (hasBoth && layout === 'otherSmall')
    return (
      <>
        <figure className={styles.whole} aria-label={t('call.self_view')}>
          <OwnVideo {...own} />
        </figure>
        <FloatingVideo label={t('call.picture_of', { name })} store={store}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no caption file */}
          <video ref={remote} className={styles.other} autoPlay playsInline muted={!isSoundOn} />
          <PeerFace name={name} peer={peer} />
        </FloatingVideo>
      </>
    );
  const isHalved = hasBoth && layout === 'sideBySide';
  return (
    <>
      <div className={isHalved ? styles.firstHalf : styles.whole}>
        <RemoteVideo name={name} isVisible={isVideoVisible} isSoundOn={isSoundOn} remote={remote}>
          {isVideoVisible ? <PeerFace name={name} peer={peer} /> : undefined}
        </RemoteVideo>
      </div>
      {isHalved ? (
        <figure className={styles.secondHalf} aria-label={t('call.self_view')}>
          <OwnVideo {...own} />
        </figure>
      ) : undefined}
      {isSelfViewVisible && !isHalved ? <SelfView {...own} store={store} /> : undefined}
    </>
  );
}
