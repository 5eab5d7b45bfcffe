import * as z from 'zod/mini';
import { ANY_PASSWORD, PASSWORD_LENGTH, patternOf } from '../values/field-rules.ts';
import { FIELD_NAMES } from '../values/fields.ts';

/** A feature that is on for all users, for none, or for some organisations (BRAND-04). */
const flag = z._default(z.union([z.boolean(), z.array(z.int())]), false);
/** Like {@link flag}, but if it is missing it has the value of another flag (see `featuresFor`). */
const followingFlag = z.optional(z.union([z.boolean(), z.array(z.int())]));
const text = z._default(z.string(), '');
const off = z._default(z.boolean(), false);
const on = z._default(z.boolean(), true);
/** One text for all languages, or one per language with `en` as the fallback. */
const localText = z._default(z.union([z.string(), z.record(z.string(), z.string())]), '');
/** Permitted link targets: a page of this or another site, a mail or a call, but no script (decision D23). */
const linkAddress = z
  .string()
  .check(
    z.regex(
      /^(?:(?:https?|mailto|tel|sips?):|(?![^/?#]*:))[^\u0000-\u0020]*$/i,
      'must be a path, or begin with https:, http:, mailto:, tel: or sip:',
    ),
  );
const link = z._default(z.nullable(z.object({ url: linkAddress, text: localText })), null);

const featuresSchema = z.object({
  audio: flag,
  video: flag,
  text: flag,
  services: flag,
  call: flag,
  contacts: flag,
  contactAdd: followingFlag,
  contactEdit: followingFlag,
  contactDelete: followingFlag,
  directory: flag,
  history: flag,
  messages: flag,
  userInformation: flag,
  userInformationEdit: flag,
  changePassword: flag,
  settings: flag,
  changeText: flag,
  changeRingtone: flag,
  changeMedia: flag,
  changeMessage: flag,
  about: flag,
  contrast: flag,
  /** The choice of appearance and language (decision D75). */
  appearance: flag,
  /** The account menu, and the bar of tabs on phones (decision D76). */
  compactMenu: flag,
  notifications: flag,
  /** Whether the client may send the user's position (decision D45). */
  geo: flag,
  /** The page `/settings/devices` (decision D39). */
  devices: flag,
  /** What a call is made of is chosen for each call (decision D33). */
  mediaPerCall: flag,
  /** The page `/test` (decision D39). */
  selfTest: flag,
  /** The page `/selfcheck`, which measures a call against EN 301 549 (decision D90). */
  conformanceCheck: flag,
  /** The dial page finds people while one types, and shows faces to press (decision D53). */
  peopleFirst: flag,
  /** Whether users see the names of the other users of their organisation (decision D61). */
  colleagueNames: flag,
  /** Words and questions that differ from the specification's (decision D63). */
  plainWords: flag,
  /** The start in three steps after the first login on a device (decision D71). */
  firstSteps: flag,
  /** The page `/myaddress` with the user's address to share (decision D72). */
  myAddress: flag,
  /** Links to `/call/<address>` (decision D72). */
  callLinks: flag,
  /** The page `/help` (decision D73). */
  help: flag,
  /** The login page says what the product is (decision D74). */
  loginIntro: flag,
  /** The server renders the login page (decision D70). */
  firstPage: flag,
  /** Users may give themselves and their contacts a picture (decision D67). */
  pictures: flag,
  footer: flag,
  debugConsole: flag,
  debugLog: flag,
  debugDebug: flag,
  /** Whether received and sent text is kept after the call (decision D14). */
  transcripts: flag,
  /**
   * A text colour that was not chosen follows the page's appearance, and a chosen pair of colours that is
   * hard to read is shown as the nearest readable one (decision D42).
   */
  textFollowsTheme: flag,
  /** The last words that arrive while the text of a call is hidden are shown (decision D77). */
  arrivingText: flag,
  /** Calls and messages reach a device whose page is closed or frozen, by web push (decision D78). */
  webPush: flag,
  /** The web app can be installed, has a page for the time without a network, and says when it is new (decision D79). */
  installableApp: flag,
  /** Whether a call continues when its SIP connection is lost (decision D15). */
  callContinuity: flag,
  /** Users may put a call on hold (decision D84). */
  hold: flag,
  /** A second caller rings during a call, which needs `hold` as well (decision D85). */
  secondCall: flag,
  /** Users may let calls not ring (decision D86). */
  doNotDisturb: flag,
  /** Users may transfer calls (decision D87). */
  transfer: flag,
  /** A third user may be invited into a call, which needs `transfer`, `hold` and `secondCall` as well (decision D102). */
  threePeople: flag,
  /** Users may download all their data, and delete their account (decision D96). */
  ownData: flag,
  /** The console for operators and administrators at `/admin` (decision D98). */
  console: flag,
  /** Users may log in in two steps (decision D100). */
  secondFactor: flag,
  /** A call has a list of each character of its text, for tests (decision D91). */
  characters: flag,
  /** The emergency button, and an address for emergency calls (decision D89). */
  emergency: flag,
  /** Users may share their screen in a call (decision D88). */
  screenSharing: flag,
});

/** The name of every feature. */
export const featureNames = (): readonly string[] => Object.keys(featuresSchema.shape);

/** An operator's regular expression; `parseBrand` reports one that does not compile. */
const pattern = (initial: string) =>
  z._default(
    z.string().check(z.refine((source) => patternOf(source) !== undefined, 'is not a regular expression')),
    initial,
  );

const registrationSchema = z.object({
  enabled: off,
  license: on,
  licenseUrl: z._default(linkAddress, ''),
  sendRegistrationMail: on,
  autogenerate: off,
  disallowUsernameInPassword: off,
  passwordRegex: pattern(ANY_PASSWORD),
  passwordMaxLength: z._default(
    z.int().check(z.minimum(PASSWORD_LENGTH.most), z.maximum(PASSWORD_LENGTH.mostAllowed)),
    PASSWORD_LENGTH.most,
  ),
  passwordRegexText: localText,
  passwordMismatchText: localText,
  usernameRegex: pattern('^[a-z0-9.-]{5,100}$'),
  infoText: localText,
  organisations: z._default(z.array(z.object({ id: z.int(), name: z.string() })), []),
  defaultOrganisation: z._default(z.int(), 1),
  fieldOrder: z._default(z.array(z.string()), [...FIELD_NAMES]),
  verifyBody: localText,
  verifyLink: link,
});

/** URL of a STUN or TURN server (RFC 7064, RFC 7065). One invalid URL makes browsers reject every call. */
const iceServerUrl = z
  .string()
  .check(z.regex(/^(?:stun|turn)s?:[^\s/]+$/i, 'must begin with stun:, stuns:, turn: or turns:'));

const iceServerSchema = z.object({
  urls: z.union([iceServerUrl, z.array(iceServerUrl)]),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

/** `brand.json` (docs/requirements.md 3.1): everything is optional, unknown keys are ignored. */
const brandSchema = z.object({
  name: z._default(z.string(), 'Calling client'),
  logo: text,
  logoContrast: text,
  icon: text,
  favicon: z._default(z.string(), 'favicon.ico'),
  faviconAlert: text,
  manifest: z._default(z.string(), 'manifest.json'),
  css: z._default(z.string(), 'branding.css'),
  /** Base URL of the user API; empty means the page's own origin. */
  server: text,
  homeScreen: z._default(
    z.enum(['directory', 'services', 'call', 'contacts', 'history', 'messages']),
    'services',
  ),
  /** The address that the first steps call; '' = none (decision D71). */
  firstCall: text,
  copyright: z._default(z.string(), '© {year}'),
  features: z.prefault(featuresSchema, {}),
  footer: z.prefault(z.object({ mediaToggles: on }), {}),
  anonymous: z.prefault(
    z.object({ enabled: off, autoLogin: off, username: z._default(z.string(), 'anonymous'), password: text }),
    {},
  ),
  registration: z.prefault(registrationSchema, {}),
  resetPassword: z.prefault(z.object({ enabled: off }), {}),
  captcha: z.prefault(
    z.object({ provider: z._default(z.nullable(z.enum(['builtin', 'recaptcha'])), null), siteKey: text }),
    {},
  ),
  /** Text beside the login form in place of the standard words on the product (decision D74). */
  loginIntro: localText,
  /** Accounts that the login page of a demonstration offers; the server sets it, no file. */
  demo: z._default(z.nullable(z.object({ password: z.string(), accounts: z.array(z.string()) })), null),
  /** The OpenID Connect provider at which users log in (decision D99); the server sets it, no file. */
  provider: z._default(z.nullable(z.object({ label: z.string(), hasPasswords: z.boolean() })), null),
  /** Text above the fields of the login page. */
  loginNotice: localText,
  /** Text on the page for the time without a network, for instance where else help is (decision D79). */
  offlineNotice: localText,
  /** `termsOfUse` is on the registration page and in the account menu, the others are on the login page. */
  links: z.prefault(z.object({ extraInfo: link, dataHandling: link, termsOfUse: link }), {}),
  kiosk: z.prefault(
    z.object({ enabled: off, only: off, onlyAllowRegisteredContacts: off, logoutAfterCall: on }),
    {},
  ),
  iframe: z.prefault(z.object({ allow: off, force: off }), {}),
  appDownload: z.prefault(
    z.object({
      enabled: off,
      googlePlay: z._default(linkAddress, ''),
      appStore: z._default(linkAddress, ''),
    }),
    {},
  ),
  browser: z.prefault(z.object({ unsupportedMessage: localText, showSupportedInfo: off }), {}),
  sip: z.prefault(
    z.object({
      reconnectionAttempts: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 10),
      /** Seconds. */
      reconnectionDelay: z._default(z.number().check(z.minimum(0.1), z.maximum(600)), 4),
      /** How long a call may be interrupted before it ends, where `features.callContinuity` is on; seconds. */
      interruptionLimit: z._default(z.int().check(z.minimum(1), z.maximum(120)), 30),
      stunPort: z._default(z.int().check(z.minimum(1), z.maximum(65535)), 40000),
      /** Seconds. */
      registerExpires: z._default(z.int().check(z.minimum(60), z.maximum(3600)), 600),
      /** Seconds. */
      keepAlive: z._default(z.number().check(z.minimum(1), z.maximum(600)), 20),
      /** Milliseconds. */
      iceTimeout: z._default(z.int().check(z.minimum(0), z.maximum(60_000)), 1000),
      /** TURN servers, and STUN servers besides the one at `stunPort` (decision D20). */
      iceServers: z._default(z.array(iceServerSchema), []),
    }),
    {},
  ),
  /** Order in which the text transports are tried (decision D10). */
  text: z.prefault(
    z.object({
      wires: z._default(
        z
          .array(z.enum(['data-channel', 'message']))
          .check(z.minLength(1, 'must name a transport; "features.text" turns text off')),
        ['data-channel', 'message'],
      ),
    }),
    {},
  ),
  defaultSettings: z._default(z.record(z.string(), z.string()), {}),
  development: z._default(
    z.nullable(z.object({ server: text, captcha: z.prefault(z.object({ siteKey: text }), {}) })),
    null,
  ),
});

export type Brand = z.infer<typeof brandSchema>;
export type Flag = boolean | readonly number[];
export type BrandProblem = { readonly path: string; readonly message: string };
export type BrandResult =
  | { readonly ok: true; readonly brand: Brand }
  | { readonly ok: false; readonly problems: readonly BrandProblem[] };

/** Parses an operator's `brand.json`; each problem names its field. */
export function parseBrand(
  json: unknown,
  wordsOf = ({ message }: z.core.$ZodIssue): string => message,
): BrandResult {
  const result = brandSchema.safeParse(json);
  if (result.success) return { ok: true, brand: result.data };
  return {
    ok: false,
    problems: result.error.issues.map((issue) => ({
      path: issue.path.join('.') || 'brand.json',
      message: wordsOf(issue),
    })),
  };
}
