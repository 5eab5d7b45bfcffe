import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '@samtal/api-contract';
import { parseBrand } from '@samtal/api-contract';
import { defaultSettingRule } from '../../domain/accounts/setting-rules.ts';
import { issueWords } from '../../domain/issue-words.ts';

export type BrandFolderResult =
  | { readonly ok: true; readonly brand: Brand; readonly source: object }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * The operator's `brand.json` for browsers, with this server's STUN port if the file names none, and with the
 * accounts of a demonstration and the provider of the log-in, which only the server can name.
 * @param stunPort UDP port of this server's STUN
 */
export function brandForBrowsers(
  source: object,
  stunPort: number,
  {
    demo,
    provider,
  }: { readonly demo?: Brand['demo'] | undefined; readonly provider?: Brand['provider'] | undefined } = {},
): object {
  const sip = 'sip' in source && typeof source.sip === 'object' ? source.sip : {};
  const { demo: _demo, provider: _provider, ...own } = source as { demo?: unknown; provider?: unknown };
  return {
    ...own,
    sip: { stunPort, ...sip },
    ...(demo === undefined ? {} : { demo }),
    ...(provider === undefined
      ? {}
      : { provider: { label: provider?.label, hasPasswords: provider?.hasPasswords } }),
  };
}

/** A brand without what only passwords make possible: registration, and new passwords by mail (decision D99). */
export function withoutPasswords(source: object): object {
  const registration =
    'registration' in source && typeof source.registration === 'object' ? source.registration : {};
  return { ...source, registration: { ...registration, enabled: false }, resetPassword: { enabled: false } };
}

const FILE_KEYS = ['logo', 'logoContrast', 'icon', 'favicon', 'faviconAlert', 'manifest', 'css'] as const;

/** The files that `brand.json` itself names and that are not in the folder; the default files are optional. */
export function missingBrandFiles(folder: string, brand: Brand, source: object): string[] {
  return FILE_KEYS.filter((key) => Object.hasOwn(source, key) && brand[key] !== '')
    .map((key) => brand[key])
    .filter((file) => !/^(?:[a-z]+:|\/)/i.test(file) && !existsSync(join(folder, file)));
}

/**
 * What is wrong in `defaultSettings`. Browsers ignore wrong settings, so the operator would not notice them.
 */
function settingProblems({ defaultSettings }: Brand): string[] {
  return Object.entries(defaultSettings).flatMap(([key, value]) => {
    const rule = defaultSettingRule(key);
    if (rule === undefined) return [`defaultSettings.${key}: there is no such setting`];
    return rule.isValid(value) ? [] : [`defaultSettings.${key}: must be ${rule.form}`];
  });
}

/** Why the file cannot be read; for a missing file also what the operator can do. */
function readProblem(file: string, error: unknown): string {
  const isMissing =
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
  if (isMissing)
    return `BRANDING_DIR: there is no file ${file}. Copy a shipped brand into this folder (docs/branding.md), or name another one.`;
  return `${file}: ${error instanceof Error ? error.message : 'cannot be read'}`;
}

/** Reads and checks `brand.json` of the operator's folder; each problem names file and field. */
export function readBrandFolder(folder: string): BrandFolderResult {
  const file = join(folder, 'brand.json');
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return { ok: false, problems: [readProblem(file, error)] };
  }
  const result = parseBrand(json, issueWords);
  if (!result.ok)
    return {
      ok: false,
      problems: result.problems.map(({ path, message }) => `${file}: ${path}: ${message}`),
    };
  const problems = settingProblems(result.brand);
  if (problems.length > 0) return { ok: false, problems: problems.map((each) => `${file}: ${each}`) };
  const servers = [result.brand.server, result.brand.development?.server ?? ''];
  const broken = servers.find((server) => server !== '' && !URL.canParse(server));
  if (broken !== undefined)
    return {
      ok: false,
      problems: [`${file}: server: "${broken}" is not an address such as https://calls.example`],
    };
  return { ok: true, brand: result.brand, source: json as object };
}
