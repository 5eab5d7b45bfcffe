import { BRANDING_PATH, type Brand } from '@samtal/api-contract';

/** The script of the app in the built `index.html`. */
export const scriptTag = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
export const preloadTags = /<link rel="modulepreload"[^>]* href="([^"]+)">/g;

export type BrandLinksProps = {
  readonly brand: Pick<Brand, 'css' | 'favicon' | 'icon' | 'manifest'>;
  readonly basePath: string;
};

/** The head's elements that the browser adds itself where the server sends the empty page. */
export function BrandLinks({ brand, basePath }: BrandLinksProps) {
  const at = (file: string): string => `${basePath}${BRANDING_PATH}${file}`;
  const { css, favicon, icon, manifest } = brand;
  return (
    <>
      {css === '' ? undefined : <link rel="stylesheet" href={at(css)} />}
      {favicon === '' ? undefined : <link rel="icon" href={at(favicon)} />}
      {icon === '' ? undefined : <link rel="apple-touch-icon" href={at(icon)} />}
      {manifest === '' ? undefined : <link rel="manifest" href={at(manifest)} />}
    </>
  );
}
