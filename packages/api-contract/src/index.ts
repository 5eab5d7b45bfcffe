/**
 * What client and server agree on: paths and payloads of the user API as zod schemas, error codes, keys of
 * settings and properties, languages, SIP addresses and `brand.json`. Both apps import it and repeat none of
 * it.
 */

export type { CaptchaChallenge } from './account/captcha.ts';
export { CAPTCHA_TRIES, captchaAnswerSchema, captchaChallengeSchema } from './account/captcha.ts';
export { claimedName } from './account/claimed-name.ts';
export type { DoNotDisturb } from './account/do-not-disturb.ts';
export { DO_NOT_DISTURB, doNotDisturbOf } from './account/do-not-disturb.ts';
export type { EmergencyAddress } from './account/emergency-address.ts';
export { EMERGENCY_ADDRESS, emergencyAddressOf } from './account/emergency-address.ts';
export { EMERGENCY_ADDRESS_LINE, emergencyAddressValue } from './account/emergency-address-value.ts';
export type { LoginAnswer, LoginRequest } from './account/login.ts';
export {
  loginAnswerSchema,
  loginRequestSchema,
  logoutAnswerSchema,
  okAnswerSchema,
  propertySavedAnswerSchema,
  propertySetAnswerSchema,
} from './account/login.ts';
export {
  deletionAnswerSchema,
  deletionTimeIn,
  deletionTimeText,
  exportAnswerSchema,
  ownPasswordSchema,
} from './account/own-data.ts';
export { newPasswordRequestSchema, resetIdentifierOf, resetRequestSchema } from './account/password-reset.ts';
export type { ProviderOutcome, ProviderPurpose, ProviderState } from './account/provider.ts';
export {
  outcomeFragment,
  outcomeIn,
  PROVIDER_PATHS,
  providerStateSchema,
  providerTicketRequestSchema,
  providerTicketSchema,
} from './account/provider.ts';
export type { ChangeEvent } from './account/push.ts';
export { CHANGE_KINDS, changeEventSchema } from './account/push.ts';
export type {
  FieldValues,
  RegistrationAnswer,
  RegistrationRequest,
  UniquenessRequest,
  VerificationAnswer,
} from './account/registration.ts';
export {
  fieldsOfPayload,
  organisationIdOf,
  registrationAnswerSchema,
  registrationPayload,
  registrationRequestSchema,
  uniquenessAnswerSchema,
  uniquenessRequestSchema,
  verificationAnswerSchema,
} from './account/registration.ts';
export type {
  LoginStep,
  NewApp,
  PasskeyMade,
  SecondFactor,
  SecondFactorState,
  StrongProof,
} from './account/second-factor.ts';
export {
  APP_CODE,
  appConfirmationSchema,
  factorRemovalSchema,
  loginStepIn,
  loginStepText,
  newAppSchema,
  newPasskeySchema,
  PASSKEY_LIMITS,
  passkeyChallengeSchema,
  RECOVERY_CODES,
  recoveryCodesSchema,
  SECOND_FACTOR_PATHS,
  secondFactorStateSchema,
  strongProofSchema,
  webAuthnOptionsSchema,
} from './account/second-factor.ts';
export type { PasskeyProof } from './account/second-factor-proof.ts';
export { passkeyProofSchema } from './account/second-factor-proof.ts';
export type { Settings, WebSettingKey } from './account/settings.ts';
export {
  AM_MESSAGE_MAX_LENGTH,
  CAPABILITY_KEYS,
  coloursOfTheme,
  isAllowedSetting,
  isWebSettingKey,
  mergeSettings,
  PHRASES_MAX_LENGTH,
  SYSTEM_SETTINGS,
  sipServersOf,
  WEB_SETTINGS,
} from './account/settings.ts';
export { generateUsername, usernameAttempt } from './account/usernames.ts';
export { visibleName } from './account/visible-name.ts';
export type { Pushed, PushSubscriptionBody } from './account/web-push.ts';
export {
  pushedCallActionSchema,
  pushedDeviceSchema,
  pushedSchema,
  pushKeyAnswerSchema,
  pushSubscriptionSchema,
} from './account/web-push.ts';
export type { AuditAnswer, AuditEntry, AuditEvent, AuditFilter } from './console/audit.ts';
export {
  AUDIT_EVENTS,
  auditAnswerSchema,
  auditFilterSchema,
  auditQuerySchema,
  ENTRIES_PER_PAGE,
} from './console/audit.ts';
export type { CallFilter, CallNumbers, CallsAnswer, ListedCall, ListedOutcome } from './console/calls.ts';
export {
  CALL_OUTCOMES,
  CALLS_PER_PAGE,
  callFilterSchema,
  callNumbersAnswerSchema,
  callNumbersQuerySchema,
  callsAnswerSchema,
  callsQuerySchema,
  LISTED_KINDS,
  LISTED_OUTCOMES,
  NUMBER_DAYS,
} from './console/calls.ts';
export type { EntryGroups, EntryToSave, ListedEntries, ListedEntry } from './console/directory.ts';
export {
  DIRECTORY_TABLE,
  directoryReplacedSchema,
  directoryTableSchema,
  entryGroupsSchema,
  entryToSaveSchema,
  listedEntriesSchema,
  listedEntrySchema,
} from './console/directory.ts';
export type { KioskLinkMade, KioskLinks, KioskLinkToMake, ListedLink } from './console/links.ts';
export {
  kioskLinkAddressSchema,
  kioskLinkMadeSchema,
  kioskLinksSchema,
  kioskLinkToMakeSchema,
  LINK_DAYS,
  listedLinkSchema,
} from './console/links.ts';
export type { ListingQuery } from './console/listing.ts';
export {
  isListedAddress,
  isListedImage,
  isListedName,
  LISTED_PER_PAGE,
  listedAddedSchema,
  listingQuerySchema,
} from './console/listing.ts';
export type {
  ConsoleAccess,
  PeopleAnswer,
  Person,
  PersonAdded,
  PersonContents,
  PersonSummary,
  PersonToAdd,
  Role,
  RowResult,
} from './console/people.ts';
export {
  consoleAccessAnswerSchema,
  consoleConfirmationSchema,
  isRole,
  PEOPLE_PER_PAGE,
  PERSON_STATUSES,
  passwordLinkAnswerSchema,
  passwordLinkSchema,
  peopleAnswerSchema,
  peopleQuerySchema,
  personAddedSchema,
  personAnswerSchema,
  personContentsSchema,
  personRoleSchema,
  personStatusSchema,
  personToAddSchema,
  ROLES,
  ROWS_PER_IMPORT,
  tableAnswerSchema,
  tableRowsSchema,
} from './console/people.ts';
export type { ListedService, ListedServices, ServiceToSave } from './console/services.ts';
export { listedServiceSchema, listedServicesSchema, serviceToSaveSchema } from './console/services.ts';
export type { ConsoleSetting, ConsoleSettings } from './console/settings.ts';
export {
  consoleSettingSchema,
  consoleSettingsAnswerSchema,
  consoleSettingsQuerySchema,
} from './console/settings.ts';
export { readContactCsv, writeContactCsv } from './contact-cards/contact-csv.ts';
export type { ContactReading, SkippedCard } from './contact-cards/contact-reading.ts';
export { CARDS_PER_FILE } from './contact-cards/contact-reading.ts';
export { readVcards, writeVcards } from './contact-cards/contact-vcard.ts';
export { parseCsv, writeCsv } from './contact-cards/csv-table.ts';
export { decodeText } from './contact-cards/decode-text.ts';
export type { ErrorAnswer } from './error-codes.ts';
export { ERROR_CODES, errorAnswerSchema, invalidKeyIn, invalidValueText } from './error-codes.ts';
export {
  API_BASE,
  BRANDING_PATH,
  OFFLINE_PAGE_PATH,
  PATHS,
  PROVIDER_START_PATH,
  SECURITY_TOKEN,
  SIP_PATH,
} from './paths.ts';
export type { Contact, ContactDraft, ContactField, ContactProblem, Service } from './people/contacts.ts';
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
} from './people/contacts.ts';
export type { DirectoryEntry, DirectoryGroup } from './people/directory.ts';
export {
  directoryAnswerSchema,
  directoryCategoriesAnswerSchema,
  directoryTypesAnswerSchema,
} from './people/directory.ts';
export type { HistoryAnswer, HistoryEntry, HistoryRecord, TranscriptRun } from './people/history.ts';
export {
  HISTORY_CURSOR,
  HISTORY_PAGE,
  HISTORY_PREVIEW_LENGTH,
  HISTORY_TEXT_MAX_LENGTH,
  historyAnswerSchema,
  historyRecordSchema,
  isMissedCall,
  sentPreviewOf,
} from './people/history.ts';
export { historyIdOf } from './people/history-id.ts';
export type { Message } from './people/messages.ts';
export { messageListAnswerSchema } from './people/messages.ts';
export type { NamedAddress } from './people/names.ts';
export { NAMES_PER_REQUEST, namesAnswerSchema, namesQuestionSchema } from './people/names.ts';
export { isPicture, PICTURE_MAX_BYTES, PICTURE_SIZE } from './pictures/picture.ts';
export { pictureAddressSchema, pictureUploadSchema } from './pictures/picture-upload.ts';
export { withoutMetadata } from './pictures/without-metadata.ts';
export type { Brand, BrandProblem, BrandResult, Flag } from './site/brand.ts';
export { featureNames, parseBrand } from './site/brand.ts';
export type { FeatureName, Features } from './site/features.ts';
export { featuresFor, isFeatureOn } from './site/features.ts';
export type { FirstPageOptions, RenderFirstPage, RenderOfflinePage } from './site/first-page.ts';
export type { IceServersAnswer } from './site/ice-servers.ts';
export { iceServersAnswerSchema, isTurnUrl } from './site/ice-servers.ts';
export type { KioskCall, KioskTokenResult } from './site/kiosk-token.ts';
export { readKioskToken } from './site/kiosk-token.ts';
export type { Language } from './site/languages.ts';
export { directionOf, LANGUAGES, languageOf } from './site/languages.ts';
export type { OrganisationRules, OrganisationSettingKey } from './site/organisation-settings.ts';
export {
  isOrganisationSettingKey,
  ORGANISATION_SETTINGS,
  organisationRulesOf,
  organisationSettingsAnswerSchema,
} from './site/organisation-settings.ts';
export { RING_MS } from './site/ring-time.ts';
export type { AccountRules, FieldProblem } from './values/field-rules.ts';
export {
  fieldProblem,
  isEmail,
  isTextWithApostrophes,
  isUsername,
  PASSWORD_LENGTH,
  passwordProblem,
} from './values/field-rules.ts';
export type { FieldName, FieldRule } from './values/fields.ts';
export { FIELD_NAMES, FIELDS, fieldOfProperty, isFieldName } from './values/fields.ts';
export { foldText, PLAIN_LETTERS, searchTerms } from './values/fold-text.ts';
export type { KeyValue } from './values/key-value.ts';
export { keyValueListSchema, keyValuesSchema, valueOf } from './values/key-value.ts';
export { firstSipAddress, PROPERTY_KEYS } from './values/property-keys.ts';
export { completeSipAddress } from './values/sip-address.ts';
