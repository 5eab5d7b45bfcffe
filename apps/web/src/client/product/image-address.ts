import { BRANDING_PATH } from '@samtal/api-contract';
import { basePath } from './base-path.ts';

/** Where a picture is: the operator's own files are named without a path and lie in the branding folder. */
export const imageAddress = (image: string): string =>
  image === '' || /^([a-z]+:|\/)/i.test(image) ? image : `${basePath}${BRANDING_PATH}${image}`;
