import { useId } from 'react';
import { useCallAction } from '../../../client/hooks/use-call-action.ts';
import { useFace } from '../../../client/hooks/use-face.ts';
import { imageAddress } from '../../../client/product/image-address.ts';
import { Icon, type IconName } from '../../../ui/icons/Icon.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';
import styles from './PersonTile.module.css';

export type PersonTileProps = {
  readonly name: string;
  readonly address: string;
  readonly image?: string;
  /** In place of initials, for a service. */
  readonly sign?: IconName;
  /** How and when the last call was. */
  readonly last?: { readonly icon: IconName; readonly words: string; readonly time: string };
  readonly isMissed?: boolean;
};

/**
 * A face and a name; one press anywhere calls. The button is named by the person alone; how and when the last
 * call was describes it.
 */
export function PersonTile({ name, address, image = '', sign, last, isMissed = false }: PersonTileProps) {
  const id = useId();
  const face = useFace(sign === undefined ? address : '', image);
  const call = useCallAction(address);
  return (
    <div className={styles.tile} data-calls={call !== undefined || undefined}>
      <button
        type="button"
        className={styles.face}
        aria-describedby={last === undefined ? undefined : id}
        disabled={call === undefined}
        onClick={call}
      >
        <Portrait name={name} image={imageAddress(face)} sign={sign} />
        <bdi className={styles.name}>{name}</bdi>
      </button>
      {last === undefined ? undefined : (
        <span id={id} className={styles.last} data-is-missed={isMissed || undefined}>
          <Icon name={last.icon} size="1em" />
          <VisuallyHidden>{`${last.words} `}</VisuallyHidden>
          {last.time}
        </span>
      )}
    </div>
  );
}
