import {
  type Brand,
  CAPABILITY_KEYS,
  type ConsoleSetting,
  consoleSettingSchema,
  consoleSettingsAnswerSchema,
  consoleSettingsQuerySchema,
  ERROR_CODES,
  featuresFor,
  isOrganisationSettingKey,
  type KeyValue,
  ORGANISATION_SETTINGS,
  okAnswerSchema,
  PATHS,
  SYSTEM_SETTINGS,
  valueOf,
} from '@samtal/api-contract';
import * as z from 'zod/mini';
import { organisationKeys, organisationRule } from '../../../domain/accounts/organisation-rules.ts';
import { SWITCH } from '../../../domain/accounts/setting-rules.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import { okAnswer, sessionQuerySchema } from '../../plumbing/answers/answers.ts';
import { ApiError, invalidValue } from '../../plumbing/answers/api-error.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { atMost } from '../../plumbing/limits/request-limits.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { ConsoleGuard } from './guard.ts';

/** Without the console the operator could not turn it on again there. */
const CONSOLE_KEY = `${CAPABILITY_KEYS.featurePrefix}CONSOLE`;

const isSystemKey = (key: string): key is keyof typeof SYSTEM_SETTINGS => Object.hasOwn(SYSTEM_SETTINGS, key);

/** What counts without a setting of the organisation, and where it comes from. */
function usual(brand: Brand, organisationId: number, key: string): Pick<ConsoleSetting, 'value' | 'from'> {
  if (key.startsWith(CAPABILITY_KEYS.featurePrefix)) {
    const found = Object.entries(featuresFor(brand, organisationId, [])).find(
      ([name]) => key === `${CAPABILITY_KEYS.featurePrefix}${name.toUpperCase()}`,
    );
    return { value: String(found?.[1] ?? false), from: 'brand' };
  }
  if (isOrganisationSettingKey(key)) return { value: ORGANISATION_SETTINGS[key].initial, from: 'program' };
  if (isSystemKey(key)) return { value: SYSTEM_SETTINGS[key].initial, from: 'program' };
  return { value: key === CAPABILITY_KEYS.history ? 'true' : '0', from: 'program' };
}

function settingOf(
  brand: Brand,
  organisationId: number,
  own: readonly KeyValue[],
  key: string,
): ConsoleSetting {
  const stored = valueOf(own, key);
  const isSwitch = key.startsWith(CAPABILITY_KEYS.featurePrefix) || organisationRule(key) === SWITCH;
  return {
    key,
    ...(stored === undefined
      ? usual(brand, organisationId, key)
      : { value: stored, from: 'organisation' as const }),
    choices: isSwitch ? ['true', 'false'] : [],
  };
}

/** GET and POST console/settings: what an organisation has instead of the values of brand and program (decision D107). */
export function addConsoleSettings(app: TypedInstance, context: HttpContext, guard: ConsoleGuard): void {
  const { brand, repositories, audit, limits } = context;
  const { organisations } = repositories;
  const config = atMost(CONSOLE_LIMITS.requests);

  app.get(
    PATHS.consoleSettings,
    {
      config,
      schema: {
        querystring: z.extend(sessionQuerySchema, consoleSettingsQuerySchema.shape),
        response: { 200: consoleSettingsAnswerSchema },
      },
    },
    async (request) => {
      await guard.require(request, 'changeSettings');
      const organisation = Number(request.query.organisation ?? brand.registration.defaultOrganisation);
      const own = await organisations.list(organisation);
      return {
        settings: organisationKeys().map((key) => settingOf(brand, organisation, own, key)),
        limits: [
          { variable: 'LIMIT_MAILBOX_CALLS', value: limits.mailboxCalls },
          { variable: 'LIMIT_MAILBOX_MINUTES', value: limits.mailboxMinutes },
        ],
      };
    },
  );

  app.post(
    PATHS.consoleSettings,
    {
      config,
      schema: {
        querystring: sessionQuerySchema,
        body: consoleSettingSchema,
        response: { 200: okAnswerSchema },
      },
    },
    (request) =>
      context.turns.inTurn('console', async () => {
        const { actor } = await guard.requireConfirmed(request, 'changeSettings');
        const { organisation, key, value = '' } = request.body;
        const rule = organisationRule(key);
        if (rule === undefined) throw invalidValue('key');
        if (value !== '' && !rule.isValid(value))
          throw new ApiError(400, ERROR_CODES.invalidValue, `${key} must be ${rule.form}.`);
        if (key === CONSOLE_KEY && organisation === actor.organisationId)
          throw new ApiError(
            409,
            ERROR_CODES.notPossible,
            'This change would end your own access to the console',
          );
        if (value === '') await organisations.remove(organisation, key);
        else await organisations.set(organisation, { key, value });
        const detail = `organisation ${organisation}: ${key}=${value}`;
        audit({ event: 'setting_changed', by: actor.username, address: request.ip, detail });
        return okAnswer;
      }),
  );
}
