import type { Interruption } from '@samtal/call-core';
import { type CSSProperties, type ReactNode, type RefCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import type { DialerProps } from '../dialer/Dialer.tsx';
import type { CallHeaderProps } from '../frame/CallHeader.tsx';
import type { SettingsLaterProps } from '../frame/SettingsLater.tsx';
import stage from '../frame/stage.module.css';
import { LaterDeviceNotices } from '../later/LaterDeviceNotices.tsx';
import { LaterDialog } from '../later/LaterDialog.tsx';
import { LaterSeparator } from '../later/LaterSeparator.tsx';
import { usePictureLayout } from '../picture/picture-layout.ts';
import { OwnTextFieldContext } from '../text/own/own-text-field.ts';
import { useTextWidth } from '../text/width/use-text-width.ts';
import type { ThirdUser } from '../transfer/ThirdButtons.tsx';
import { useEscape } from '../use-escape.ts';
import { CallToolbar, type CallToolbarProps } from './CallToolbar.tsx';
import styles from './InCall.module.css';
import { Picture } from './Picture.tsx';
import { useFullscreen } from './use-fullscreen.ts';
import { useOpenParts } from './use-open-parts.ts';
import { useShortcuts } from './use-shortcuts.ts';

export type InCallProps = CallHeaderProps & {
  /** Names of both other users in a call of three (decision D102). */
  readonly label?: string | undefined;
  readonly isVideoVisible: boolean;
  readonly isTextVisible: boolean;
  /** The text takes the whole width, below the video. */
  readonly isTextWide: boolean;
  /** Style of text that is so large that it takes room from the video; undefined = the text is smaller. */
  readonly largeText?: CSSProperties | undefined;
  readonly isSelfViewVisible: boolean;
  readonly isCameraOn: boolean;
  readonly isSoundOn: boolean;
  readonly isKnocking: boolean;
  readonly isFullscreen: boolean;
  /** The remote user shares a screen (decision D88). */
  readonly hasScreen?: boolean | undefined;
  /** The call is interrupted (decision D80). */
  readonly interruption?: Interruption | undefined;
  /** The user has resumed the call, and the peer has not agreed yet (decision D84). */
  readonly isResuming?: boolean | undefined;
  readonly toolbar: Omit<
    CallToolbarProps,
    'fullscreen' | 'pictures' | 'onGoToSettings' | 'onShowShortcuts' | 'onShowDevices' | 'onShare' | 'onThird'
  >;
  readonly dialer: Pick<DialerProps, 'sent' | 'onTone'>;
  /** Which media the user's settings turn off, and a function that opens the settings; undefined = none. */
  readonly settingsLater: Pick<SettingsLaterProps, 'off' | 'onConfirm'> | undefined;
  /** The user may let a third user into a call, or transfer calls to one (decisions D87, D102). */
  readonly mayChooseThird?: boolean | undefined;
  /** Two remote users are in sight (decision D102). */
  readonly isThree?: boolean | undefined;
  /** Shares the user's screen, or stops that; undefined = the user cannot share it. */
  readonly onShare?: (() => void) | undefined;
  /** The text panel. */
  readonly children: ReactNode;
  /** Notices of the call, beside those about devices. */
  readonly notices?: ReactNode;
  /** A second caller may ring during the call (decision D85). */
  readonly canHaveSecond?: boolean | undefined;
  /** Text that arrives while the panel is hidden; undefined = none. */
  readonly arriving?: ReactNode;
  readonly attachRemote: RefCallback<HTMLVideoElement>;
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  /** Keeps the places of self view and dialer from call to call. */
  readonly store?: KeyValueStore | undefined;
};

const widthStyle = (width: number | undefined): CSSProperties =>
  width === undefined ? {} : ({ '--text-width': `${width}%` } as CSSProperties);

/** A call in progress: video, text, and the call controls (INCALL). */
export function InCall(props: InCallProps) {
  const { name, isVideoVisible, isTextVisible, hasScreen, toolbar, settingsLater, children, store } = props;
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const textButton = useRef<HTMLButtonElement>(null);
  const fullscreen = useFullscreen(props.isFullscreen);
  const pictures = usePictureLayout(store);
  const { width, ...textWidth } = useTextWidth(store);
  // What has the focus goes when a shortcut hides the text, and when arriving text is pressed to show the
  // panel. The focus then goes to the button that shows and hides the text.
  const { ref: text } = useFocusReturn(() => textButton.current);
  const [dialog, setDialog] = useState<'shortcuts' | 'settings' | 'devices' | ThirdUser>();
  const { dialer, bar, dialpadButton, moreButton, closers } = useOpenParts(toolbar);
  const closeDialer = closers.dialer;
  useEscape(closeDialer);
  useEscape(closers.more);
  useShortcuts({
    microphone: toolbar.microphone.onToggle,
    ownCamera: toolbar.ownCamera.onToggle,
    text: toolbar.text.onToggle,
    dialpad: closeDialer ?? toolbar.dialpad.onToggle,
    hold: toolbar.hold?.onToggle,
    share: props.onShare,
    hangUp: toolbar.onHangUp,
  });

  // The focus goes to the heading, so that the name is read out, and to the text field whenever it opens.
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (isTextVisible) textField.current?.focus();
  }, [isTextVisible]);

  // In a low window the toolbar scrolls into view when it shows more buttons.
  const isMoreOpen = toolbar.more.isOpen;
  useEffect(() => {
    if (isMoreOpen) bar.current?.scrollIntoView({ block: 'nearest' });
  }, [isMoreOpen, bar]);

  return (
    <main
      className={styles.call}
      aria-label={props.label ?? name}
      data-small={toolbar.isCompact || undefined}
      data-knocking={props.isKnocking || undefined}
      data-sheet={(toolbar.isCompact && isMoreOpen) || undefined}
      data-picture={isVideoVisible || !isTextVisible || hasScreen || undefined}
      data-text={isTextVisible || undefined}
      data-wide-text={props.isTextWide || undefined}
      data-large-text={props.largeText === undefined ? undefined : true}
      style={{ ...props.largeText, ...widthStyle(width) }}
    >
      <div className={styles.layout} data-layout>
        <Picture
          {...props}
          headingRef={heading}
          layout={pictures.layout}
          onSwap={() => pictures.toggle('otherSmall')}
          notices={
            <>
              <LaterDeviceNotices />
              {props.notices}
            </>
          }
        />
        {isTextVisible ? (
          <div key="panel" ref={text} className={styles.text}>
            {isVideoVisible && !props.isTextWide && !toolbar.isCompact ? (
              <LaterSeparator {...textWidth} />
            ) : undefined}
            <OwnTextFieldContext value={textField}>{children}</OwnTextFieldContext>
          </div>
        ) : (
          props.arriving && (
            <div key="arriving" ref={text} className={styles.text}>
              {props.arriving}
            </div>
          )
        )}
        {closeDialer === undefined ? undefined : (
          <LaterDialog title={t('toolbar.dialpad')} onClose={closeDialer}>
            {({ Dialer }) => (
              <Dialer
                ref={dialer}
                {...props.dialer}
                isSmallScreen={toolbar.isCompact}
                store={store}
                onClose={closeDialer}
              />
            )}
          </LaterDialog>
        )}
        <div className={classNames(stage.stage, styles.bar)}>
          <CallToolbar
            ref={bar}
            {...toolbar}
            more={{ ...toolbar.more, onToggle: closers.more ?? toolbar.more.onToggle }}
            textButton={textButton}
            dialpadButton={dialpadButton}
            moreButton={moreButton}
            fullscreen={fullscreen}
            pictures={
              isVideoVisible && !props.isThree && (props.isSelfViewVisible || hasScreen)
                ? pictures
                : undefined
            }
            onGoToSettings={settingsLater === undefined ? undefined : () => setDialog('settings')}
            onShowShortcuts={() => setDialog('shortcuts')}
            onShowDevices={() => setDialog('devices')}
            onShare={props.onShare}
            onThird={props.mayChooseThird ? setDialog : undefined}
          />
        </div>
      </div>
      {dialog === 'devices' ? (
        <LaterDialog title={t('call.devices')} onClose={() => setDialog(undefined)}>
          {({ CallDevicesDialog }) => <CallDevicesDialog onClose={() => setDialog(undefined)} />}
        </LaterDialog>
      ) : undefined}
      {dialog === 'ask' || dialog === 'inviteThird' ? (
        <LaterDialog title={t('common.loading')} onClose={() => setDialog(undefined)}>
          {({ TransferDialog }) => (
            <TransferDialog how={dialog} name={name} onClose={() => setDialog(undefined)} />
          )}
        </LaterDialog>
      ) : undefined}
      {dialog === 'shortcuts' ? (
        <LaterDialog title={t('toolbar.shortcuts')} onClose={() => setDialog(undefined)}>
          {({ ShortcutHelp }) => (
            <ShortcutHelp
              canHold={toolbar.hold?.onToggle !== undefined}
              canShare={props.onShare !== undefined}
              canHaveSecond={props.canHaveSecond === true}
              onClose={() => setDialog(undefined)}
            />
          )}
        </LaterDialog>
      ) : undefined}
      {dialog === 'settings' && settingsLater !== undefined ? (
        <LaterDialog title={t('toolbar.gotosettings')} onClose={() => setDialog(undefined)}>
          {({ SettingsLater }) => (
            <SettingsLater
              off={settingsLater.off}
              onConfirm={() => {
                settingsLater.onConfirm();
                setDialog(undefined);
              }}
              onCancel={() => setDialog(undefined)}
            />
          )}
        </LaterDialog>
      ) : undefined}
    </main>
  );
}
