/** Where the user API lives; every path of this package hangs under it (API-01, A-012). */
export const API_BASE = '/userApi/user/api/';

export const PATHS = {
  login: 'user/login',
  logout: 'user/logout',
  getProperties: 'user/getProperties',
  getSystemSettings: 'user/getSystemSettingsForUser',
  webSettings: 'user/webSettings',
} as const;

/** Query parameter that carries the session of a signed-in user (API-02). */
export const SECURITY_TOKEN = 'securityToken';

/** Name of the header-less WebSocket endpoint for SIP on the same host. */
export const SIP_PATH = '/sip';

/** Folder of the operator's files, relative to the page (BRAND-01, BRAND-02). */
export const BRANDING_PATH = '/branding/';
