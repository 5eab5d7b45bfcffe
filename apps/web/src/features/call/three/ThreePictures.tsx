import {
  type CallParts,
  type ClientState,
  type HoldView,
  holdViewOf,
  type Interruption,
  incomingText,
  isResuming,
  type PeerView,
  type TextTransportName,
  withInterruption,
} from '@samtal/call-core';
import { type ReactNode, type Ref, type RefCallback, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useKnownNames, useMediaStage } from '../../../client/hooks/use-client.ts';
import { namesApart } from '../../../client/people/names-apart.ts';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { kindOf } from '../call-kind.ts';
import { WithFace } from '../frame/WithFace.tsx';
import { usePeer } from '../peer/use-peer.ts';
import { FloatingVideo } from '../picture/FloatingVideo.tsx';
import { OwnVideo } from '../picture/OwnVideo.tsx';
import { TextAnnouncements } from '../text/announcements/TextAnnouncements.tsx';
import type { Announcers } from '../text/announcements/use-announcer.ts';
import { ThreeHeader } from './ThreeHeader.tsx';
import styles from './ThreePictures.module.css';
import { Tile, type TileProps } from './Tile.tsx';

export type ThreePicturesProps = {
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** Shows the quality of one of the calls, with the name of its remote user for screen readers. */
  readonly quality: (callId: string, textTransport: TextTransportName, name: string) => ReactNode;
  readonly callId: string;
  /** Name of the remote user of the call in front. */
  readonly name: string;
  readonly address: string;
  readonly acceptedAt: number;
  readonly peer: PeerView;
  readonly remote: RefCallback<HTMLVideoElement>;
  readonly isVideoVisible: boolean;
  readonly isSelfViewVisible: boolean;
  readonly isCameraOn: boolean;
  readonly isSoundOn: boolean;
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  readonly store?: KeyValueStore | undefined;
};

const behindOf = ({ behind }: ClientState) => behind;
const mediaOf = ({ call }: ClientState) => (call.phase === 'accepted' ? call.media : undefined);
const heldBy = ({ hold }: ClientState) => holdViewOf(hold);
const showsVideo = ({ panels }: ClientState) => panels.isVideoVisible;
const doubtsOf = ({ text }: Pick<CallParts, 'text'>): boolean => text.isLate;
const textBehind = ({ behind }: ClientState) => (behind === undefined ? '' : incomingText(behind.text));

type Places = Pick<TileProps, 'forBoth' | 'isPinned' | 'onPin'>;

/** What is wrong with both calls because of this side, which is said once; undefined = nothing. */
function sharedBy(
  peer: PeerView,
  hold: HoldView,
  other: Interruption | undefined,
  otherHold: HoldView,
): TextKey | undefined {
  if (peer.contact === 'ours') return other?.isConnectionLost ? 'call.peer.ours' : undefined;
  return peer.contact === 'good' && hold === 'own' && otherHold === 'own' ? 'three.held' : undefined;
}

/**
 * Both remote users of a call of three, of the same size beside each other or above each other, and the own video small
 * (decision D102). One press makes one of them larger, another one the same again.
 */
export function ThreePictures(props: ThreePicturesProps) {
  const { callId, address, acceptedAt, peer, remote, headingRef, quality, ...own } = props;
  const { t } = useTranslation();
  const names = useKnownNames();
  const behind = useClient(behindOf);
  const media = useClient(mediaOf);
  const isVideoOn = useClient(showsVideo);
  const isTextLate = useClient(doubtsOf);
  const hold = useClient(heldBy);
  const [pinned, setPinned] = useState<'first' | 'second'>();
  if (behind === undefined || behind.call.phase !== 'accepted' || media === undefined) return undefined;
  const { remoteUser } = behind.call.call;
  const [name, other] = namesApart({ address, displayName: props.name }, remoteUser, names);
  const { interruption } = behind.continuity;
  const shared = sharedBy(peer, hold, interruption, holdViewOf(behind.hold));
  const forBoth = shared && t(shared, { name, other });
  const placeOf = (place: 'first' | 'second'): Places => ({
    forBoth: place === 'first' ? forBoth : forBoth && '',
    isPinned: pinned === place,
    onPin: () => setPinned(pinned === place ? undefined : place),
  });
  const isLarge = media.video || behind.call.media.video;
  return (
    <>
      <ThreeHeader
        headingRef={headingRef}
        first={[name, media.textTransport]}
        second={[other, behind.call.media.textTransport]}
        acceptedAt={acceptedAt}
      />
      <div className={styles.pictures} data-pinned={pinned}>
        <WithFace address={address}>
          <Tile
            callId={callId}
            name={name}
            kind={kindOf(media)}
            quality={quality(callId, media.textTransport, name)}
            peer={peer}
            hold={hold}
            remote={remote}
            isVideoVisible={isVideoOn && media.video}
            isSoundOn={own.isSoundOn}
            knocks={undefined}
            isTextLate={isTextLate}
            {...placeOf('first')}
          />
        </WithFace>
        <WithFace address={remoteUser.address}>
          <SecondTile
            key={behind.call.call.callId}
            name={other}
            behind={behind}
            call={behind.call}
            isVideoOn={isVideoOn}
            isSoundOn={own.isSoundOn}
            quality={quality}
            {...placeOf('second')}
          />
        </WithFace>
      </div>
      {own.isSelfViewVisible && isLarge ? (
        <FloatingVideo label={t('call.self_view')} store={own.store} onSwap={undefined}>
          <OwnVideo isCameraOn={own.isCameraOn} attachLocal={own.attachLocal} />
        </FloatingVideo>
      ) : undefined}
    </>
  );
}

type SecondTileProps = Places &
  Pick<ThreePicturesProps, 'quality'> & {
    readonly name: string;
    readonly behind: CallParts;
    readonly call: Extract<CallParts['call'], { phase: 'accepted' }>;
    readonly isVideoOn: boolean;
    readonly isSoundOn: boolean;
  };

/** The user of the call behind, with what is watched of them only here. */
function SecondTile({ name, behind, call, isVideoOn, isSoundOn, quality, ...place }: SecondTileProps) {
  const stage = useMediaStage();
  const { callId } = call.call;
  const { media } = call;
  const attachRemote = useCallback(
    (element: HTMLVideoElement | null) =>
      element === null ? undefined : stage.attachRemote(callId, element),
    [stage, callId],
  );
  const kind = kindOf(media);
  const { textTransport } = media;
  const hold = holdViewOf(behind.hold);
  const { peer, remote } = usePeer({
    callId,
    kind,
    textTransport,
    attachRemote,
    hold,
    isResuming: isResuming(behind.hold),
  });
  const [announcers] = useState<Announcers>(() => new Map());
  return (
    <>
      <Tile
        callId={callId}
        name={name}
        kind={kind}
        quality={quality(callId, textTransport, name)}
        peer={withInterruption(peer, behind.continuity.interruption)}
        hold={hold}
        remote={remote}
        isVideoVisible={isVideoOn && media.video}
        isSoundOn={isSoundOn}
        knocks={behind.panels.isKnocking ? behind.panels.knocks : undefined}
        isTextLate={doubtsOf(behind)}
        {...place}
      />
      <TextAnnouncements callId={callId} announcers={announcers} who={name} select={textBehind} />
    </>
  );
}
