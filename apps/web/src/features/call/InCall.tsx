import type { TextWireName } from '@samtal/call-core';
import { type ReactNode, type RefCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../client/ports.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Avatar } from './Avatar.tsx';
import { CallClock } from './CallClock.tsx';
import { CallToolbar, type CallToolbarProps } from './CallToolbar.tsx';
import type { CallKind } from './call-kind.ts';
import styles from './InCall.module.css';
import { SelfView } from './SelfView.tsx';
import stage from './stage.module.css';
import { useFullscreen } from './use-fullscreen.ts';

export type InCallProps = {
  /** The other party. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  readonly textWire: TextWireName;
  readonly kind: CallKind;
  readonly isVideoVisible: boolean;
  readonly isTextVisible: boolean;
  /** The text wants the width of the window, below the picture. */
  readonly isTextWide: boolean;
  readonly isSelfViewVisible: boolean;
  readonly isCameraOn: boolean;
  readonly isSoundOn: boolean;
  readonly isKnocking: boolean;
  readonly toolbar: Omit<CallToolbarProps, 'fullscreen'>;
  /** The text panel. */
  readonly children: ReactNode;
  readonly attachRemote: RefCallback<HTMLVideoElement>;
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  /** Remembers where the self view was put. */
  readonly store?: KeyValueStore | undefined;
};

/** A call in progress: the other person, the words, and what can be switched (INCALL). */
export function InCall(props: InCallProps) {
  const { name, isVideoVisible, isTextVisible, isKnocking, toolbar, children } = props;
  const { isSelfViewVisible, isCameraOn, isSoundOn, attachRemote, attachLocal, store } = props;
  const { t } = useTranslation();
  const screen = useRef<HTMLElement>(null);
  const fullscreen = useFullscreen(screen);

  // Typing can begin at once where the text is open; elsewhere the name of the other party is read out.
  useEffect(() => {
    const field = screen.current?.querySelector<HTMLElement>('textarea:enabled');
    (field ?? screen.current?.querySelector('h1'))?.focus();
  }, []);

  const isPictureShown = isVideoVisible || !isTextVisible;
  return (
    <main
      ref={screen}
      className={styles.call}
      aria-label={name}
      data-knocking={isKnocking || undefined}
      data-picture={isPictureShown || undefined}
      data-text={isTextVisible || undefined}
      data-wide-text={props.isTextWide || undefined}
    >
      <div className={styles.layout}>
        <div className={classNames(stage.stage, styles.picture)}>
          <CallHeader {...props} />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no caption file; its words are the text panel */}
          <video
            ref={attachRemote}
            className={classNames(styles.remote, !isVideoVisible && styles.heardOnly)}
            aria-label={t('call.picture_of', { name })}
            aria-hidden={!isVideoVisible}
            autoPlay
            playsInline
            muted={!isSoundOn}
          />
          {isVideoVisible || !isPictureShown ? undefined : (
            <div className={styles.instead}>
              <Avatar name={name} />
              <p>{t('call.videoTextDisabled')}</p>
            </div>
          )}
          {isSelfViewVisible ? (
            <SelfView isCameraOn={isCameraOn} attachLocal={attachLocal} store={store} />
          ) : undefined}
        </div>
        {isTextVisible ? <div className={styles.text}>{children}</div> : undefined}
        <div className={classNames(stage.stage, styles.bar)}>
          <CallToolbar {...toolbar} fullscreen={fullscreen} />
        </div>
      </div>
    </main>
  );
}

function CallHeader({ name, acceptedAt, textWire, kind }: InCallProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.header}>
      <h1 className={styles.name} tabIndex={-1}>
        <bdi>{name}</bdi>
      </h1>
      <p className={styles.facts}>
        <CallClock since={acceptedAt} />
        {kind === 'video' ? undefined : <span>{t(`call.kind.${kind}`)}</span>}
        <span className={styles.wire}>
          <Icon name="text" size="1.125em" />
          {t(`call.wire.${textWire}`)}
        </span>
      </p>
    </header>
  );
}
