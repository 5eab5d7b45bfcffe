import { PICTURE_MAX_BYTES, PICTURE_SIZE, PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { usePeople } from '../../../client/hooks/use-client.ts';
import { usePictureWords } from '../../../client/hooks/use-picture-words.ts';
import { toUpload } from '../../../client/people/picture-upload.ts';
import { PictureField } from '../../../ui/picture-crop/PictureField.tsx';
import { encodePicture } from '../../../ui/picture-crop/picture-file.ts';
import { savedValue } from './profile-fields.ts';
import type { Profile } from './use-profile.ts';

/** The user's own picture, which colleagues see with the name (decision D67). */
export function OwnPicture({ profile }: { readonly profile: Profile }) {
  const { session } = useAppServices();
  const people = usePeople();
  const words = usePictureWords();
  const properties = profile.user.properties.propertySet;
  const image = valueOf(properties, PROPERTY_KEYS.picture) ?? '';
  const names = [savedValue(properties, 'firstname'), savedValue(properties, 'lastname')];
  const name = names.join(' ').trim() || savedValue(properties, 'username');
  async function set(picture: string | undefined): Promise<boolean> {
    const { ok } = await people.setPicture(picture);
    if (ok) await session.reloadUser();
    return ok;
  }
  return (
    <PictureField
      name={name}
      image={image}
      words={words}
      canRemove={image !== ''}
      onSave={async (bitmap, crop) => {
        const limits = { size: PICTURE_SIZE, mostBytes: PICTURE_MAX_BYTES };
        const bytes = await encodePicture(bitmap, crop, limits);
        const picture = bytes && toUpload(bytes);
        return picture !== undefined && set(picture);
      }}
      onRemove={() => set(undefined)}
    />
  );
}
