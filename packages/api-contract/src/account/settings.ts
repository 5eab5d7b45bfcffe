import type { KeyValue } from '../values/key-value.ts';
import { DO_NOT_DISTURB_VALUES } from './do-not-disturb.ts';
import { EMERGENCY_ADDRESS_VALUES } from './emergency-address.ts';

const COLOURS = [
  'white',
  'lightgrey',
  'darkgrey',
  'black',
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'pink',
  'purple',
] as const;
/** `theme`: the colour of the page's appearance, where the brand lets text follow it (decision D42). */
const TEXT_COLOURS = [...COLOURS, 'theme'] as const;
const FONTS = ['times', 'arial', 'trebuchet', 'lucida', 'verdana', 'comicsans', 'couriernew'] as const;
const TEXT_SIZES = [
  '8',
  '10',
  '12',
  '14',
  '16',
  '18',
  '20',
  '22',
  '24',
  '36',
  '48',
  '60',
  '72',
  '84',
  '96',
  '120',
  '140',
] as const;
const SPACINGS = ['normal', 'wide', 'wider'] as const;
const BOOLEANS = ['true', 'false'] as const;

/** Longest auto-answer message that an account can store (docs/requirements.md 3.3). */
export const AM_MESSAGE_MAX_LENGTH = 1000;

/** Longest list of own phrases that an account can store: one phrase a line. */
export const PHRASES_MAX_LENGTH = 2000;

type WebSetting =
  | { readonly initial: string; readonly values: readonly string[] }
  | { readonly initial: string; readonly maxLength: number }
  | { readonly initial: string; readonly pattern: RegExp };

/** Settings of the user (SET-01 … SET-10): initial value and allowed values, sent as strings (SET-28). */
export const WEB_SETTINGS = {
  WEB_AUDIO: { initial: 'true', values: BOOLEANS },
  WEB_VIDEO: { initial: 'true', values: BOOLEANS },
  WEB_BANDWIDTH: { initial: 'high', values: ['high', 'medium', 'low'] },
  WEB_RINGTONE: { initial: 'BELL', values: ['SMARTPHONE', 'BELL', 'MARIMBA', 'CLASSIC', 'GLAS'] },
  WEB_FONT: { initial: 'times', values: FONTS },
  WEB_TEXT_SIZE: { initial: '18', values: TEXT_SIZES },
  WEB_CHAT_LAYOUT: { initial: 'over/under', values: ['over/under', 'side by side', 'one box'] },
  WEB_TEXT_IN_COLOR: { initial: 'white', values: TEXT_COLOURS },
  WEB_TEXTAREA_IN_BACKGROUND: { initial: 'black', values: TEXT_COLOURS },
  WEB_TEXT_OUT_COLOR: { initial: 'white', values: TEXT_COLOURS },
  WEB_TEXTAREA_OUT_BACKGROUND: { initial: 'black', values: TEXT_COLOURS },
  WEB_ONEBOX_TEXT_COLOR: { initial: 'black', values: TEXT_COLOURS },
  WEB_ONEBOX_TEXT_BACKGROUND_COLOR: { initial: 'white', values: TEXT_COLOURS },
  WEB_TEXT_BOLD: { initial: 'false', values: BOOLEANS },
  WEB_TEXT_LINE_SPACING: { initial: 'normal', values: SPACINGS },
  WEB_TEXT_LETTER_SPACING: { initial: 'normal', values: SPACINGS },
  WEB_PHRASES: { initial: '', maxLength: PHRASES_MAX_LENGTH },
  AM_ENABLED: { initial: '0', values: ['1', '0'] },
  AM_MESSAGE: { initial: '', maxLength: AM_MESSAGE_MAX_LENGTH },
  /** The user's own messages for rejecting a call, one in each line (decision D33). */
  WEB_REJECT_MESSAGES: { initial: '', maxLength: 1000 },
  /** Whether the first steps were finished or skipped (decision D71). */
  WEB_FIRST_STEPS: { initial: 'open', values: ['open', 'done'] },
  /** Whether calls do not ring, and until when (decision D86). */
  WEB_DO_NOT_DISTURB: { initial: 'off', pattern: DO_NOT_DISTURB_VALUES },
  /** The address for emergency calls, one part in each line (decision D89). */
  WEB_EMERGENCY_ADDRESS: { initial: '', pattern: EMERGENCY_ADDRESS_VALUES },
} as const satisfies Record<string, WebSetting>;

export type WebSettingKey = keyof typeof WEB_SETTINGS;

/** The settings of the text's colours. */
const TEXT_COLOUR_KEYS = [
  'WEB_TEXT_IN_COLOR',
  'WEB_TEXTAREA_IN_BACKGROUND',
  'WEB_TEXT_OUT_COLOR',
  'WEB_TEXTAREA_OUT_BACKGROUND',
  'WEB_ONEBOX_TEXT_COLOR',
  'WEB_ONEBOX_TEXT_BACKGROUND_COLOR',
] as const satisfies readonly WebSettingKey[];

/** Settings that the organisation or the operator decides, with their initial values (SET-11, SET-12). */
export const SYSTEM_SETTINGS = {
  GEO_EMERGENCY_NUMBERS: { initial: '112,911' },
  GEO_TRACK_USER_LOCATION: { initial: 'false' },
  GEO_SEND_ON_EMERGENCY_CALL: { initial: 'false' },
  GEO_UPDATE_LIMIT: { initial: '0' },
  /** The number of test calls, which never is an emergency number; empty = there are none (decision D89). */
  GEO_EMERGENCY_TEST_NUMBER: { initial: '' },
} as const;

/**
 * Keys of capabilities (docs/requirements.md 3.3). The server sends them at the login, and `postSecrets` also
 * before it; `otherSipServers` is added by the client itself.
 */
export const CAPABILITY_KEYS = {
  /**
   * Comma-separated WebSocket addresses of the SIP server. At the login the client picks one at random
   * (REG-13).
   */
  sipServers: 'SYS_WEBRTC_SERVER_URI',
  /** The addresses that the client did not pick, in the order in which it tries them next. */
  otherSipServers: 'SYS_ALL_WEBRTC_SERVER_URI',
  /** Prefix of `FEATURE_<NAME>`, which overrides the brand's flag of that name. */
  featurePrefix: 'FEATURE_',
  /** `true`: requests with secrets may use POST, so that no URL contains a secret (decision D22). */
  postSecrets: 'SYS_POST_SECRETS',
  /** `true`: finished calls are recorded in the account (decision D14). */
  history: 'SYS_HISTORY',
  /** `true`: GET events reports changes immediately, so that clients need not poll. */
  events: 'SYS_EVENTS',
  /** `true`: GET iceServers returns TURN servers with temporary credentials (decision D20). */
  iceServers: 'SYS_ICE_SERVERS',
  /** Days for which users who have asked for the deletion of their account may still keep it (decision D96). */
  deletionDays: 'SYS_DELETION_DAYS',
  /** The role of the account in the console; absent = none (decision D98). */
  consoleRole: 'SYS_CONSOLE_ROLE',
} as const;

export type Settings = Readonly<Record<string, string>>;

export const isWebSettingKey = (key: string): key is WebSettingKey => Object.hasOwn(WEB_SETTINGS, key);

/**
 * Whether `value` may be stored under `key`; the server refuses other values with error 2004
 * (docs/requirements.md 3.2).
 */
export function isAllowedSetting(key: WebSettingKey, value: string): boolean {
  const rule: WebSetting = WEB_SETTINGS[key];
  if ('pattern' in rule) return rule.pattern.test(value);
  return 'values' in rule ? rule.values.includes(value) : value.length <= rule.maxLength;
}

function initialSettings(): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [key, { initial }] of [...Object.entries(WEB_SETTINGS), ...Object.entries(SYSTEM_SETTINGS)])
    settings[key] = initial;
  return settings;
}

/**
 * Merges the settings of all sources; later sources win: built-in values, the brand's defaults,
 * capabilities, system settings, web settings. A value that a web setting does not allow is ignored, so that
 * a wrong source does no harm.
 */
export function mergeSettings(
  brandDefaults: Settings,
  capabilities: readonly KeyValue[],
  systemSettings: readonly KeyValue[],
  webSettings: readonly KeyValue[],
): Settings {
  const merged = initialSettings();
  const brandList = Object.entries(brandDefaults).map(([key, value]) => ({ key, value }));
  for (const { key, value } of [...brandList, ...capabilities, ...systemSettings, ...webSettings]) {
    if (!isWebSettingKey(key) || isAllowedSetting(key, value)) merged[key] = value;
  }
  return merged;
}

/**
 * Settings in which a colour that was chosen nowhere follows the page's appearance (decision D42); to be
 * merged before all other sources.
 */
export const coloursOfTheme: Settings = Object.fromEntries(TEXT_COLOUR_KEYS.map((key) => [key, 'theme']));

/** The configured SIP servers without duplicates, starting with the preferred one (REG-13). */
export function sipServersOf(settings: Settings): readonly string[] {
  const { sipServers, otherSipServers } = CAPABILITY_KEYS;
  const servers = [settings[sipServers], settings[otherSipServers]]
    .flatMap((list) => list?.split(',') ?? [])
    .map((server) => server.trim());
  return [...new Set(servers)].filter((server) => server !== '');
}
