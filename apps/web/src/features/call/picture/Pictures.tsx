import type { ReactNode, RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { FloatingVideo } from './FloatingVideo.tsx';
import { OwnVideo } from './OwnVideo.tsx';
import styles from './Pictures.module.css';
import type { PictureLayout } from './picture-layout.ts';
import { RemoteVideo } from './RemoteVideo.tsx';

export type PicturesProps = {
  /** Name of the remote user. */
  readonly name: string;
  /** What covers a remote video that shows nothing. */
  readonly face: ReactNode;
  readonly layout: PictureLayout;
  readonly isVideoVisible: boolean;
  readonly isSelfViewVisible: boolean;
  readonly isCameraOn: boolean;
  readonly isSoundOn: boolean;
  readonly remote: RefCallback<HTMLVideoElement>;
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  readonly store?: KeyValueStore | undefined;
  /** Swaps the large and the small video; undefined = they are beside a shared screen. */
  readonly onSwap: (() => void) | undefined;
};

/**
 * The two videos of a call in the chosen layout, or the one that is shown. When they are swapped, the small video
 * stays the same element, so that its place and the focus stay.
 */
export function Pictures(props: PicturesProps) {
  const { name, face, layout, isVideoVisible, isSelfViewVisible, isCameraOn, isSoundOn } = props;
  const { remote, attachLocal, store, onSwap } = props;
  const { t } = useTranslation();
  const hasBoth = isVideoVisible && isSelfViewVisible;
  const isOtherSmall = hasBoth && layout === 'otherSmall';
  const isHalved = hasBoth && layout === 'sideBySide';
  const own = <OwnVideo isCameraOn={isCameraOn} attachLocal={attachLocal} />;
  const small = isOtherSmall ? (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no caption file */}
      <video ref={remote} className={styles.other} autoPlay playsInline muted={!isSoundOn} />
      {face}
    </>
  ) : (
    own
  );
  return (
    <>
      {isOtherSmall ? undefined : (
        <div className={isHalved ? styles.firstHalf : styles.whole}>
          <RemoteVideo name={name} isVisible={isVideoVisible} isSoundOn={isSoundOn} remote={remote}>
            {isVideoVisible ? face : undefined}
          </RemoteVideo>
        </div>
      )}
      {isOtherSmall || isHalved ? (
        <figure className={isOtherSmall ? styles.whole : styles.secondHalf} aria-label={t('call.self_view')}>
          {own}
        </figure>
      ) : undefined}
      {isSelfViewVisible && !isHalved ? (
        <FloatingVideo
          label={isOtherSmall ? t('call.picture_of', { name }) : t('call.self_view')}
          store={store}
          onSwap={hasBoth ? onSwap : undefined}
        >
          {small}
        </FloatingVideo>
      ) : undefined}
    </>
  );
}
