import * as z from 'zod/mini';
import { PICTURE_MAX_BYTES } from './picture.ts';

/** Body of POST pictures/own and POST pictures/contacts/{id} (decision D67). */
export const pictureUploadSchema = z.object({
  /** A JPEG file that `isPicture` accepts, as base64. */
  picture: z
    .string()
    .check(z.maxLength(Math.ceil(PICTURE_MAX_BYTES / 3) * 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});

/** Answer: the address of the stored picture, a path of the server. */
export const pictureAddressSchema = z.object({ imageUrl: z.string() });
