/**
 * What client and server agree on: paths and payloads of the user API as zod schemas, error codes, keys of settings and
 * properties, languages, SIP addresses and `brand.json`. Both apps import it, and neither repeats it.
 */
export type { Brand, BrandProblem, BrandResult, Flag } from './brand.ts';
export { parseBrand } from './brand.ts';
export type { CaptchaChallenge } from './captcha.ts';
export { CAPTCHA_TRIES, captchaAnswerSchema, captchaChallengeSchema } from './captcha.ts';
export { claimedName } from './claimed-name.ts';
export { readContactCsv, writeContactCsv } from './contact-cards/contact-csv.ts';
export type { ContactReading, SkippedCard } from './contact-cards/contact-reading.ts';
export { readVcards, writeVcards } from './contact-cards/contact-vcard.ts';
export { parseCsv } from './contact-cards/csv-table.ts';
export type { Contact, ContactDraft, ContactField, ContactProblem, Service } from './contacts.ts';
export {
  CONTACT_FIELDS,
  CONTACTS_PER_ACCOUNT,
  contactAddedAnswerSchema,
  contactDraftOf,
  contactListAnswerSchema,
  contactName,
  contactProblem,
  contactsOf,
  contactToAddSchema,
  contactToUpdateSchema,
  isContactFieldValid,
  serviceListAnswerSchema,
  servicesOf,
} from './contacts.ts';
export type { DirectoryEntry, DirectoryGroup } from './directory.ts';
export {
  directoryAnswerSchema,
  directoryCategoriesAnswerSchema,
  directoryTypesAnswerSchema,
} from './directory.ts';
export type { ErrorAnswer } from './error-codes.ts';
export { ERROR_CODES, errorAnswerSchema, invalidKeyIn, invalidValueText } from './error-codes.ts';
export type { FeatureName, Features } from './features.ts';
export { featuresFor, isFeatureOn } from './features.ts';
export type { AccountRules, FieldProblem } from './field-rules.ts';
export {
  FIELD_MAX_LENGTH,
  fieldProblem,
  isEmail,
  isUsername,
  passwordProblem,
} from './field-rules.ts';
export type { FieldName, FieldRule } from './fields.ts';
export { FIELD_NAMES, FIELDS, fieldOfProperty, isFieldName, parseFieldList } from './fields.ts';
export type { HistoryAnswer, HistoryEntry, HistoryRecord, TranscriptRun } from './history.ts';
export {
  HISTORY_CURSOR,
  HISTORY_PAGE,
  HISTORY_PREVIEW_LENGTH,
  HISTORY_TEXT_MAX_LENGTH,
  historyAnswerSchema,
  historyEntrySchema,
  historyRecordSchema,
  isMissedCall,
  sentPreviewOf,
} from './history.ts';
export { historyIdOf } from './history-id.ts';
export type { IceServersAnswer } from './ice-servers.ts';
export { iceServersAnswerSchema, isTurnUrl } from './ice-servers.ts';
export type { KeyValue } from './key-value.ts';
export { keyValueListSchema, keyValuesSchema, valueOf } from './key-value.ts';
export type { KioskCall, KioskTokenResult } from './kiosk-token.ts';
export { readKioskToken } from './kiosk-token.ts';
export type { Language } from './languages.ts';
export { LANGUAGES, languageOf } from './languages.ts';
export type { LoginAnswer, LoginRequest } from './login.ts';
export {
  loginAnswerSchema,
  loginRequestSchema,
  okAnswerSchema,
  propertySavedAnswerSchema,
  propertySetAnswerSchema,
} from './login.ts';
export type { Message } from './messages.ts';
export { messageListAnswerSchema, messageSchema } from './messages.ts';
export type { OrganisationRules, OrganisationSettingKey } from './organisation-settings.ts';
export {
  isOrganisationSettingKey,
  ORGANISATION_SETTINGS,
  organisationRulesOf,
  organisationSettingsAnswerSchema,
} from './organisation-settings.ts';
export { newPasswordRequestSchema, resetIdentifierOf, resetRequestSchema } from './password-reset.ts';
export { API_BASE, BRANDING_PATH, PATHS, SECURITY_TOKEN, SIP_PATH } from './paths.ts';
export { firstSipAddress, PROPERTY_KEYS } from './property-keys.ts';
export type { ChangeEvent } from './push.ts';
export { CHANGE_KINDS, changeEventSchema } from './push.ts';
export type {
  FieldValues,
  RegistrationAnswer,
  RegistrationRequest,
  UniquenessRequest,
  VerificationAnswer,
} from './registration.ts';
export {
  fieldsOfPayload,
  organisationIdOf,
  registrationAnswerSchema,
  registrationPayload,
  registrationRequestSchema,
  uniquenessAnswerSchema,
  uniquenessRequestSchema,
  verificationAnswerSchema,
} from './registration.ts';
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
export { completeSipAddress } from './sip-address.ts';
export { generateUsername, usernameAttempt } from './usernames.ts';
