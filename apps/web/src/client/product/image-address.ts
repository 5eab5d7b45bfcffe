import { BRANDING_PATH } from '@samtal/api-contract';
import { basePath } from './base-path.ts';

/**
 * The address of an image. A name without a path is a file of the operator, who stores it in the branding
 * folder.
 */
export const imageAddress = (image: string): string =>
  image === '' || /^([a-z]+:|\/)/i.test(image) ? image : `${basePath}${BRANDING_PATH}${image}`;
