import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { BRANDING_PATH, type Brand } from '@samtal/api-contract';
import type { AppIcon } from './app-manifest.ts';

/** The files of the app's icons in a folder of a brand. Devices cut the edges off maskable ones. */
const iconFiles = [
  { file: 'app-icon-192.png', size: 192, purpose: 'any' },
  { file: 'app-icon-512.png', size: 512, purpose: 'any' },
  { file: 'app-icon-maskable-512.png', size: 512, purpose: 'maskable' },
] as const;

const PNG_SIGNATURE = '89504e470d0a1a0a';

/** Reads width and height of a PNG file (W3C PNG 11.2.1); undefined if it is not a PNG file or cannot be read. */
function sizeOfPng(file: string): { readonly width: number; readonly height: number } | undefined {
  const start = Buffer.alloc(24);
  try {
    const opened = openSync(file, 'r');
    try {
      if (readSync(opened, start) < start.length) return undefined;
    } finally {
      closeSync(opened);
    }
  } catch {
    return undefined;
  }
  if (start.toString('hex', 0, 8) !== PNG_SIGNATURE || start.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  return { width: start.readUInt32BE(16), height: start.readUInt32BE(20) };
}

export type AppIcons = {
  readonly icons: readonly AppIcon[];
  /** For each file that the brand does not have, the one that is served in its place. */
  readonly replaced: ReadonlyMap<string, string>;
  /** Files of the brand that cannot be used. */
  readonly unusable: readonly string[];
};

export type IconOptions = {
  readonly brandingDir: string;
  /** Folder with icons for brands without their own. */
  readonly shippedDir: string;
  readonly brand: Pick<Brand, 'logo'>;
  /** Folder of the web app on its site, such as `/call`; empty at the root. */
  readonly basePath: string;
};

/**
 * The icons of the app: the brand's own PNG files, and for those that it does not have, or that have another
 * size, the files of `shippedDir`. A logo that is a drawing is an icon of any size.
 */
export function findAppIcons({ brandingDir, shippedDir, brand: { logo }, basePath }: IconOptions): AppIcons {
  const at = (file: string): string => `${basePath}${BRANDING_PATH}${file}`;
  const isUsable = ({ file, size }: (typeof iconFiles)[number]): boolean => {
    const found = sizeOfPng(join(brandingDir, file));
    return found?.width === size && found.height === size;
  };
  const missing = iconFiles.filter((icon) => !isUsable(icon)).map(({ file }) => file);
  const drawing: readonly AppIcon[] = /^(?![a-z]+:|\/).*\.svg$/i.test(logo)
    ? [{ src: at(logo), sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
    : [];
  return {
    icons: [
      ...iconFiles.map(({ file, size, purpose }) => ({
        src: at(file),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
      ...drawing,
    ],
    replaced: new Map(missing.map((file) => [file, join(shippedDir, file)])),
    unusable: missing.filter((file) => existsSync(join(brandingDir, file))),
  };
}
