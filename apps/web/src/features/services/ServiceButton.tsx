import type { Service } from '@samtal/api-contract';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { serviceSign } from '../../client/people/service-sign.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import styles from './ServiceButton.module.css';

/** Button that calls a service with one press (SERVICE-03). */
export function ServiceButton({ fname, imageUrl, sipaddress }: Service) {
  const call = useCallAction(sipaddress);
  return (
    <button type="button" className={styles.service} disabled={call === undefined} onClick={call}>
      <Portrait
        name={fname || sipaddress}
        image={imageAddress(imageUrl)}
        size="large"
        sign={serviceSign(sipaddress)}
      />
      <bdi className={styles.name}>{fname || sipaddress}</bdi>
    </button>
  );
}
