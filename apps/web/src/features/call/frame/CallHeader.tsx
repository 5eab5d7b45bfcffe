import type { HoldView, PeerView, TextTransportName } from '@samtal/call-core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/Icon.tsx';
import type { CallKind } from '../call-kind.ts';
import { PeerSigns } from '../peer/PeerSigns.tsx';
import { CallQuality } from '../quality/CallQuality.tsx';
import { VoiceSign } from '../quality/VoiceSign.tsx';
import { CallClock } from './CallClock.tsx';
import styles from './CallHeader.module.css';

export type CallHeaderProps = {
  readonly callId: string;
  /** Name of the remote user. */
  readonly name: string;
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  readonly textTransport: TextTransportName;
  readonly kind: CallKind;
  /** Which ends hold the call (decision D84). */
  readonly hold?: HoldView | undefined;
};

/** Reference to the heading, so that the call screen can focus it. */
export type HeadingRef = { readonly headingRef: Ref<HTMLHeadingElement> };

/** What is known about the remote user's devices and connection. */
export type WithPeer = {
  readonly peer: PeerView;
  /** The face in place of the video says why the remote user is not seen. */
  readonly hasFace: boolean;
};

/**
 * Header of a call: remote user, duration, text transport and connection quality (INCALL-27). Without contact
 * it names no text transport, because none works, and no quality, which was measured before.
 */
export function CallHeader(props: CallHeaderProps & HeadingRef & WithPeer) {
  const {
    callId,
    name,
    address,
    acceptedAt,
    textTransport,
    kind,
    hold = 'none',
    headingRef,
    peer,
    hasFace,
  } = props;
  const { t } = useTranslation();
  const isQuiet = peer.contact !== 'good' || peer.microphone !== 'on' || hold !== 'none';
  return (
    <header className={styles.header}>
      <div className={styles.remoteUser}>
        <h1 ref={headingRef} className={styles.name} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        {kind === 'text' || isQuiet ? undefined : <VoiceSign callId={callId} name={name} />}
        {name === address ? undefined : <bdi className={styles.address}>{address}</bdi>}
      </div>
      <div className={styles.facts}>
        <CallClock since={acceptedAt} />
        {kind === 'video' ? undefined : <span>{t(`call.kind.${kind}`)}</span>}
        <PeerSigns
          name={name}
          kind={kind}
          peer={peer}
          hold={hold}
          hasFace={hasFace && peer.contact === 'good' && hold === 'none'}
        />
        {peer.contact === 'good' ? (
          <>
            <span className={styles.transport}>
              <Icon name="text" size="1.125em" />
              {t(`call.transport.${textTransport}`)}
            </span>
            <CallQuality callId={callId} textTransport={textTransport} isHeld={hold !== 'none'} />
          </>
        ) : undefined}
      </div>
    </header>
  );
}
