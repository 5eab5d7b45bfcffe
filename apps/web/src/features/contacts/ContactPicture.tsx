import { type Contact, contactName, PICTURE_MAX_BYTES, PICTURE_SIZE } from '@samtal/api-contract';
import { usePeople } from '../../client/hooks/use-client.ts';
import { useFace } from '../../client/hooks/use-face.ts';
import { usePictureWords } from '../../client/hooks/use-picture-words.ts';
import { toUpload } from '../../client/people/picture-upload.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { PictureField } from '../../ui/picture-crop/PictureField.tsx';
import { encodePicture } from '../../ui/picture-crop/picture-file.ts';

/** The picture of a contact; without an own choice the one that the colleague has chosen (decision D67). */
export function ContactPicture({ contact }: { readonly contact: Contact }) {
  const people = usePeople();
  const words = usePictureWords();
  const image = useFace(contact.sipaddress, contact.imageUrl);
  return (
    <PictureField
      name={contactName(contact)}
      image={imageAddress(image)}
      words={words}
      canRemove={contact.imageUrl !== ''}
      onSave={async (bitmap, crop) => {
        const limits = { size: PICTURE_SIZE, mostBytes: PICTURE_MAX_BYTES };
        const bytes = await encodePicture(bitmap, crop, limits);
        const picture = bytes && toUpload(bytes);
        return picture !== undefined && (await people.setPicture(picture, contact.id)).ok;
      }}
      onRemove={async () => (await people.setPicture(undefined, contact.id)).ok}
    />
  );
}
