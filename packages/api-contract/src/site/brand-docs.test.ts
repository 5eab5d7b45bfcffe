import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYSTEM_SETTINGS, WEB_SETTINGS } from '../account/settings.ts';
import { featureNames, parseBrand } from './brand.ts';
import { LANGUAGES } from './languages.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** Objects of brand.json whose keys the operator chooses. */
const leaves = new Set(['defaultSettings', 'development']);

function keysOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const key = `${path}${name}`;
    const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !leaves.has(key);
    return isGroup ? keysOf(inner, `${key}.`) : [key];
  });
}

/** Keys of brand.json without a default. */
const followers = ['features.contactAdd', 'features.contactEdit', 'features.contactDelete'];

test('every key of brand.json is described for operators', () => {
  const result = parseBrand({});
  if (!result.ok) throw new Error('an empty brand is valid');
  const page = read('docs/branding.md');
  const keys = [...keysOf(result.brand), ...followers];
  expect(keys.length).toBeGreaterThan(80);
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});

test('D42 the page names every default setting with each of its values', () => {
  const [, section = ''] = read('docs/branding.md').split('## Default settings');
  const colours = section.split('\n').find((line) => line.includes('`WEB_TEXT_IN_COLOR`')) ?? '';
  const keys = Object.keys({ ...WEB_SETTINGS, ...SYSTEM_SETTINGS });
  expect(keys.filter((key) => !section.includes(`\`${key}\``))).toEqual([]);
  for (const [key, rule] of Object.entries(WEB_SETTINGS)) {
    const row = section.split('\n').find((line) => line.includes(`\`${key}\``)) ?? '';
    const words = (row.includes('the same colours') ? row + colours : row).split(/[|,*:]|(?<= )and /);
    const missing =
      'values' in rule ? rule.values.filter((value) => !words.some((word) => word.trim() === value)) : [];
    expect([key, missing]).toEqual([key, []]);
    if ('values' in rule) expect([key, row]).toEqual([key, expect.stringContaining(`**${rule.initial}**`)]);
  }
});

test('D33 a decision that names a flag which brand.json does not have says that it is not built yet', () => {
  const decisions = read('docs/decisions/README.md').split(/^(?=- \*\*D\d+ )/m);
  const known = featureNames().map((name) => `features.${name}`);
  for (const decision of decisions) {
    const flags = [...decision.matchAll(/`(features\.\w+)`/g)].map(([, flag = '']) => flag);
    const isBuilt = !/not\s+built\s+yet/i.test(decision);
    expect(flags.filter((flag) => isBuilt && !known.includes(flag))).toEqual([]);
  }
});

test('BRAND-07 the documented defaults are the defaults', () => {
  const result = parseBrand({});
  expect(result).toMatchObject({
    ok: true,
    brand: {
      kiosk: { logoutAfterCall: true },
      registration: { license: true, sendRegistrationMail: true, defaultOrganisation: 1 },
    },
  });
});

test.each(['branding', 'branding-example', 'branding-neutral', 'branding-specification'])(
  'the brand in %s is valid',
  (folder) => {
    expect(parseBrand(JSON.parse(read(`apps/server/${folder}/brand.json`)))).toMatchObject({ ok: true });
  },
);

test('D43 the neutral brand has no way in without an account, keeps no text of calls, and names no demo', () => {
  const folder = 'apps/server/branding-neutral';
  expect(parseBrand(JSON.parse(read(`${folder}/brand.json`)))).toMatchObject({
    ok: true,
    brand: {
      anonymous: { enabled: false, autoLogin: false },
      kiosk: { enabled: false, only: false },
      registration: { enabled: false, organisations: [] },
      iframe: { allow: false, force: false },
      features: { audio: true, video: true, text: true, call: true, transcripts: false, geo: false },
    },
  });
  for (const file of ['brand.json', 'manifest.json', 'logo.svg', 'logo-contrast.svg', 'favicon.svg'])
    expect(read(`${folder}/${file}`)).not.toMatch(/samtal|demo/i);
});

/** Flags that decisions D31 to D47 add or define. */
const addedFlags = [
  'callContinuity',
  'hold',
  'secondCall',
  'doNotDisturb',
  'transfer',
  'ownData',
  'console',
  'emergency',
  'screenSharing',
  'threePeople',
  'geo',
  'devices',
  'selfTest',
  'conformanceCheck',
  'characters',
  'peopleFirst',
  'colleagueNames',
  'plainWords',
  'firstPage',
  'loginIntro',
  'firstSteps',
  'myAddress',
  'callLinks',
  'help',
  'pictures',
  'mediaPerCall',
  'appearance',
  'compactMenu',
  'textFollowsTheme',
  'arrivingText',
  'webPush',
  'installableApp',
];

test('D42 the brand of the specification turns on no flag of the decisions, and has no default settings', () => {
  const result = parseBrand(JSON.parse(read('apps/server/branding-specification/brand.json')));
  if (!result.ok) throw new Error('the brand is valid');
  const on = Object.entries(result.brand.features).filter(([, flag]) => flag !== false);
  expect(on.map(([name]) => name).filter((name) => addedFlags.includes(name))).toEqual([]);
  expect(result.brand.defaultSettings).toEqual({});
});

test.each(['branding', 'branding-neutral'])(
  'D42 in the brand %s text is Arial of 22 pixels in one box, in the colours of the page',
  (folder) => {
    expect(parseBrand(JSON.parse(read(`apps/server/${folder}/brand.json`)))).toMatchObject({
      ok: true,
      brand: {
        features: { textFollowsTheme: true },
        defaultSettings: { WEB_FONT: 'arial', WEB_TEXT_SIZE: '22', WEB_CHAT_LAYOUT: 'one box' },
      },
    });
  },
);

test('I18N-01 the demo brand has a notice in every language that it is a demonstration, and the others have none', () => {
  const noticeOf = (folder: string): unknown => {
    const result = parseBrand(JSON.parse(read(`apps/server/${folder}/brand.json`)));
    return result.ok ? result.brand.loginNotice : undefined;
  };
  expect(Object.keys(Object(noticeOf('branding'))).toSorted()).toEqual(LANGUAGES.toSorted());
  expect(['branding-neutral', 'branding-specification'].map(noticeOf)).toEqual(['', '']);
});

test.each([
  ['docs/branding.md', /Languages: ([a-z, ]+)\./],
  ['docs/requirements.md', /I18N-01 · Languages: ([a-z, ]+) ·/],
  ['docs/requirements.md', /APPDL-06 · Store-badge images for ([a-z, ]+) ·/],
])('I18N-01 APPDL-06 %s lists every language where it says %s', (path, list) => {
  const page = read(path).replaceAll(' (default)', '').replace(' (default en)', '');
  const [, codes = ''] = list.exec(page) ?? [];
  expect(codes.split(', ').toSorted()).toEqual(LANGUAGES.toSorted());
});

test('D33 D39 D45 the demo brand has the pages added to the specification, lets users choose the media of a call, and sends positions in emergency calls', () => {
  const result = parseBrand(JSON.parse(read('apps/server/branding/brand.json')));
  expect(result).toMatchObject({
    ok: true,
    brand: {
      features: {
        devices: true,
        selfTest: true,
        geo: true,
        mediaPerCall: true,
        colleagueNames: true,
        plainWords: true,
        pictures: true,
      },
    },
  });
});

test('D88 the demo brand and the neutral one let users share their screen', () => {
  for (const folder of ['branding', 'branding-neutral'])
    expect(parseBrand(JSON.parse(read(`apps/server/${folder}/brand.json`)))).toMatchObject({
      ok: true,
      brand: { features: { screenSharing: true } },
    });
});

test('D102 the demo brand lets users invite a third person into a call, with what that needs', () => {
  expect(parseBrand(JSON.parse(read('apps/server/branding/brand.json')))).toMatchObject({
    ok: true,
    brand: { features: { threePeople: true, transfer: true, hold: true, secondCall: true } },
  });
});

/** The relative luminance of the colour `#rrggbb` (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour of each custom property that the style sheets define for a theme. */
function rolesOf(styleSheets: readonly string[], theme: string): Readonly<Record<string, string>> {
  const blocks = styleSheets.flatMap((sheet) => [...sheet.matchAll(/(:root[^{]*)\{([^}]*)\}/g)]);
  const matching = blocks.filter(([, selector = '']) => [':root', theme].includes(selector.trim()));
  const roles = matching.flatMap(([, , block = '']) => [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)]);
  return Object.fromEntries(roles.map(([, role = '', colour = '']) => [role, colour]));
}

test.each([':root', ':root[data-theme="dark"]', ':root[data-theme="contrast"]'])(
  'D43 the colours of the neutral brand have enough contrast in the theme %s (WCAG 1.4.3, 1.4.11)',
  (theme) => {
    const sheets = [
      read('apps/web/src/ui/styles/tokens.css'),
      read('apps/server/branding-neutral/branding.css'),
    ];
    const role = rolesOf(sheets, theme);
    const texts = [
      ['accent-text', 'accent'],
      ['accent-text', 'accent-strong'],
      ['accent', 'surface'],
      ['accent', 'surface-raised'],
      ['accent-strong', 'accent-soft'],
      ['text', 'accent-soft'],
    ];
    for (const [text = '', surface = ''] of texts)
      expect([text, surface, contrastOf(role[text] ?? '', role[surface] ?? '') >= 4.5]).toEqual([
        text,
        surface,
        true,
      ]);
    expect(contrastOf(role['focus'] ?? '', role['surface'] ?? '')).toBeGreaterThanOrEqual(3);
  },
);
