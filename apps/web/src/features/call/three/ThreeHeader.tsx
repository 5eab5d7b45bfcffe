import type { ClientState, TextTransportName } from '@samtal/call-core';
import { type Ref, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useCaughtFocus } from '../../../ui/dialogs/use-caught-focus.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { CallClock } from '../frame/CallClock.tsx';
import header from '../frame/CallHeader.module.css';
import styles from './ThreePictures.module.css';

export type ThreeHeaderProps = {
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** Name of the remote user of the call in front, and how text is carried to them. */
  readonly first: readonly [name: string, TextTransportName];
  readonly second: readonly [name: string, TextTransportName];
  readonly acceptedAt: number;
};

/** Header of a call of three: both names, duration and text transport, by user where it is not the same (INCALL-27). */
export function ThreeHeader({ headingRef, first, second, acceptedAt }: ThreeHeaderProps) {
  const { t } = useTranslation();
  // The pictures and headers of two and of three people take each other's place.
  useCaughtFocus();
  const words = { name: first[0], other: second[0] };
  const isSame = first[1] === second[1];
  return (
    <header className={classNames(header.header, styles.header)}>
      <div className={header.remoteUser}>
        <h1 ref={headingRef} className={header.name} tabIndex={-1}>
          {t('three.names', words)}
        </h1>
      </div>
      <div className={header.facts}>
        <CallClock since={acceptedAt} />
        <span className={classNames(header.transport, styles.transport)}>
          <Icon name="text" size="1.125em" />
          <span>
            {isSame ? undefined : <bdi>{first[0]}: </bdi>}
            {t(`call.transport.${first[1]}`)}
            {isSame ? undefined : (
              <>
                {' · '}
                <bdi>{second[0]}: </bdi>
                {t(`call.transport.${second[1]}`)}
              </>
            )}
          </span>
        </span>
      </div>
      <Together {...words} />
    </header>
  );
}

const areTogether = ({ three }: ClientState): boolean => three?.phase === 'together';

/**
 * Tells users of screen readers that all three are together; others see it. Screen readers announce only what changes in
 * an element that is there already, so the words come after the element.
 */
function Together(words: { readonly name: string; readonly other: string }) {
  const { t } = useTranslation();
  const said = useDeferredValue(useClient(areTogether) ? t('three.together', words) : '', '');
  return (
    <VisuallyHidden>
      <output data-together>{said}</output>
    </VisuallyHidden>
  );
}
