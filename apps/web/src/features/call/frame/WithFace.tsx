import type { ReactNode } from 'react';
import { useKnownPeople } from '../../../client/hooks/use-client.ts';
import { serviceSign } from '../../../client/people/service-sign.ts';
import { imageAddress } from '../../../client/product/image-address.ts';
import { FaceContext } from './face-context.ts';

export type WithFaceProps = { readonly address: string; readonly children: ReactNode };

/** Gives its children the face of the remote user at `address`. */
export function WithFace({ address, children }: WithFaceProps) {
  const { image = '', source } = useKnownPeople()(address) ?? {};
  const sign = source === 'service' ? serviceSign(address) : undefined;
  return <FaceContext value={{ picture: imageAddress(image), sign }}>{children}</FaceContext>;
}
