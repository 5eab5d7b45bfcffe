import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '@samtal/api-contract';
import { parseBrand } from '@samtal/api-contract';

export type BrandFolderResult =
  | { readonly ok: true; readonly brand: Brand; readonly source: object }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * The operator's `brand.json` for browsers, with this server's STUN port if the file names none.
 * @param stunPort UDP port of this server's STUN
 */
export function brandForBrowsers(source: object, stunPort: number): object {
  const sip = 'sip' in source && typeof source.sip === 'object' ? source.sip : {};
  return { ...source, sip: { stunPort, ...sip } };
}

/** Reads and checks `brand.json` of the operator's folder; each problem names file and field. */
export function readBrandFolder(folder: string): BrandFolderResult {
  const file = join(folder, 'brand.json');
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return { ok: false, problems: [`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`] };
  }
  const result = parseBrand(json);
  if (!result.ok)
    return {
      ok: false,
      problems: result.problems.map(({ path, message }) => `${file}: ${path}: ${message}`),
    };
  const servers = [result.brand.server, result.brand.development?.server ?? ''];
  const broken = servers.find((server) => server !== '' && !URL.canParse(server));
  if (broken !== undefined)
    return {
      ok: false,
      problems: [`${file}: server: "${broken}" is not an address such as https://calls.example`],
    };
  return { ok: true, brand: result.brand, source: json as object };
}
