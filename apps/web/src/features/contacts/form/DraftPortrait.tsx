import { isContactFieldValid } from '@samtal/api-contract';
import { useFace } from '../../../client/hooks/use-face.ts';
import { imageAddress } from '../../../client/product/image-address.ts';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';

export type DraftPortraitProps = {
  /** '' = none has been typed. */
  readonly name: string;
  readonly address: string;
};

/** The face of a contact that is being typed: the picture of the colleague at the address, or the initials. */
export function DraftPortrait({ name, address }: DraftPortraitProps) {
  const face = useFace(isContactFieldValid('sipaddress', address) ? address : '');
  return (
    <Portrait name={name} image={imageAddress(face)} size="large" sign={name === '' ? 'user' : undefined} />
  );
}
