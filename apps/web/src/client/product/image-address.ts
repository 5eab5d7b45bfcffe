import { BRANDING_PATH } from '@samtal/api-contract';
import { basePath } from './base-path.ts';

/**
 * The address of an image: operators name their own files without a path, and store them in the branding
 * folder.
 */
export const imageAddress = (image: string): string =>
  image === '' || /^([a-z]+:|\/)/i.test(image) ? image : `${basePath}${BRANDING_PATH}${image}`;
