import type { Brand } from '@samtal/api-contract';
import { BRANDING_PATH, parseBrand } from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import { basePath } from '../../client/product/base-path.ts';

const TIMEOUT_MS = 10_000;

/**
 * Loads the operator's `brand.json`, which is in the same place for every page; undefined if it cannot be
 * loaded or is not valid. `cacheBuster` makes the address unique, so that proxies do not serve an old brand
 * (BRAND-01).
 */
export async function fetchBrand(
  fetch: typeof globalThis.fetch,
  cacheBuster: string,
  log: Log,
): Promise<Brand | undefined> {
  try {
    const response = await fetch(`${basePath}${BRANDING_PATH}brand.json?${encodeURIComponent(cacheBuster)}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const json: unknown = response.ok ? await response.json() : undefined;
    const result = parseBrand(json);
    if (result.ok) return result.brand;
    log.warn('brand_unusable', { status: response.status, problems: result.problems });
  } catch (error) {
    log.warn('brand_not_fetched', { error: error instanceof Error ? error.name : 'unknown' });
  }
  return undefined;
}
