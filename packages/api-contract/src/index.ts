export type { Brand, BrandProblem, BrandResult, Flag } from './brand.ts';
export { parseBrand } from './brand.ts';
export type { ErrorAnswer } from './error-codes.ts';
export { ERROR_CODES, errorAnswerSchema } from './error-codes.ts';
export type { FeatureName, Features } from './features.ts';
export { featuresFor, isFeatureOn } from './features.ts';
export type { KeyValue } from './key-value.ts';
export { keyValueListSchema, valueOf } from './key-value.ts';
export type { LoginAnswer, LoginRequest } from './login.ts';
export { loginAnswerSchema, loginRequestSchema, okAnswerSchema, propertySetAnswerSchema } from './login.ts';
export { API_BASE, BRANDING_PATH, PATHS, SECURITY_TOKEN, SIP_PATH } from './paths.ts';
export { firstSipAddress, PROPERTY_KEYS } from './property-keys.ts';
export type { Settings, WebSettingKey } from './settings.ts';
export {
  AM_MESSAGE_MAX_LENGTH,
  CAPABILITY_KEYS,
  isAllowedSetting,
  isWebSettingKey,
  mergeSettings,
  SYSTEM_SETTINGS,
  sipServersOf,
  WEB_SETTINGS,
} from './settings.ts';
