/** Base path of the user API; the paths in `PATHS` are relative to it (API-01, A-012). */
export const API_BASE = '/userApi/user/api/';

export const PATHS = {
  login: 'user/login',
  logout: 'user/logout',
  getProperties: 'user/getProperties',
  setProperty: 'user/setProperty',
  export: 'user/export',
  deletion: 'user/deletion',
  provider: 'user/provider',
  providerTicket: 'user/provider/ticket',
  disconnectProvider: 'user/provider/disconnect',
  getOrgSettings: 'user/getOrgSettings',
  requestResetPassword: 'user/requestResetPassword',
  setNewPassword: 'user/setNewPassword',
  validateByKey: 'signUp/validateByKey',
  signUp: 'signUp/create',
  verify: 'signUp/verify',
  newCaptcha: 'captcha/new',
  openApi: 'openapi.json',
  getSystemSettings: 'user/getSystemSettingsForUser',
  webSettings: 'user/webSettings',
  services: 'contacts/getPersistantContacts',
  searchContacts: 'contacts/search',
  addContact: 'contacts/add',
  updateContact: 'contacts/update',
  deleteContact: 'contacts/delete',
  names: 'contacts/names',
  pictures: 'pictures',
  ownPicture: 'pictures/own',
  contactPictures: 'pictures/contacts',
  messages: 'messages',
  deleteReadMessages: 'messages/deleteReadMessages',
  directory: 'business_directory',
  directoryTypes: 'business_directory/types',
  directoryCategories: 'business_directory/categories',
  history: 'history',
  events: 'events',
  pushKey: 'push/key',
  pushSubscription: 'push/subscription',
  pushedCallRinging: 'push/calls/ringing',
  pushedCallReject: 'push/calls/reject',
  iceServers: 'iceServers',
  consoleAccess: 'console/access',
  consoleConfirmation: 'console/confirmation',
  consolePeople: 'console/people',
  consoleTable: 'console/table',
  consoleCalls: 'console/calls',
  consoleCallTable: 'console/calls/table',
  consoleCallNumbers: 'console/calls/numbers',
  consoleSettings: 'console/settings',
  consoleServices: 'console/services',
  consoleDirectory: 'console/directory',
  consoleDirectoryGroups: 'console/directory/groups',
  consoleDirectoryTable: 'console/directory/table',
  consoleLinks: 'console/links',
  consoleAudit: 'console/audit',
  consoleAuditTable: 'console/audit/table',
} as const;

/** Query parameter with the session token of a logged-in user (API-02). */
export const SECURITY_TOKEN = 'securityToken';

/** Path of the server's WebSocket endpoint for SIP. */
export const SIP_PATH = '/sip';

/** Path of the operator's files, below the base path of the page (BRAND-01, BRAND-02). */
export const BRANDING_PATH = '/branding/';

/** Path of the page that browsers keep for the time without a network (decision D79); `?language=` chooses its language. */
export const OFFLINE_PAGE_PATH = '/offline';

/**
 * Path below the base path of the page that leads to the OpenID Connect provider (decision D99). `?to=` is where the user
 * goes then; `?ticket=` is of POST user/provider/ticket.
 */
export const PROVIDER_START_PATH = '/oidc/start';
