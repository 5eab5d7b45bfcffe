import { useKnownPeople } from '../../client/hooks/use-client.ts';
import { useFace } from '../../client/hooks/use-face.ts';
import { serviceSign } from '../../client/people/service-sign.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { Portrait } from '../../ui/portrait/Portrait.tsx';

export type RemotePortraitProps = { readonly name: string; readonly address: string };

/** The face of the remote user of a call; a service has its sign, as on the dial page. */
export function RemotePortrait({ name, address }: RemotePortraitProps) {
  const face = useFace(address);
  const isService = useKnownPeople()(address)?.source === 'service';
  return (
    <Portrait name={name} image={imageAddress(face)} sign={isService ? serviceSign(address) : undefined} />
  );
}
