import type { Service } from '@samtal/api-contract';
import { imageAddress } from '../../client/image-address.ts';
import { useCallAction } from '../../client/use-call-action.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import styles from './ServiceButton.module.css';

/** Calls a service with one press (SERVICE-03). */
export function ServiceButton({ fname, imageUrl, sipaddress }: Service) {
  const call = useCallAction(sipaddress);
  return (
    <button type="button" className={styles.service} disabled={call === undefined} onClick={call}>
      <Portrait name={fname || sipaddress} image={imageAddress(imageUrl)} size="large" />
      <bdi className={styles.name}>{fname || sipaddress}</bdi>
    </button>
  );
}
