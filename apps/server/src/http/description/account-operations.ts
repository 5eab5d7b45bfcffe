import type { OperationText } from './operation.ts';

const OK = { status: 'OK' } as const;
const NEW = '1013: the password was changed with a session alone within the last hour';
const NEEDED =
  '1009: the account has no password, and its user must first confirm who they are by `POST user/provider/ticket`';
const NO_PROVIDER = 'the operator has no OpenID Connect provider, or the caller has no account';
const HASHING = 'too many passwords are being checked';

/** Operations of accounts, by method and path. */
export const accountOperations: Readonly<Record<string, OperationText>> = {
  'POST user/login': {
    id: 'logIn',
    tag: 'session',
    summary: 'Begins a session',
    description:
      'With username and password, with the `token` of a one-click link, or, in a browser in which the user has just logged in at the OpenID Connect provider, with `withProvider`. Where the account has a second factor, the password is answered with 1011, and the `ticket` in its `failureText` (`Second step: <ticket> <app,recovery,passkey>`) begins the session together with `code` or `passkey` within ten minutes; that request has neither username nor password. The `securityToken` of the answer goes into the query of all other requests. Apart from `withProvider`, cookies give no access.',
    access: 'none',
    errors: {
      400: '1001: wrong username or password; 1002: the e-mail address is not verified; 1003 or 1004: wrong or expired token; 1005: an administrator must approve the account; 1006: the account is disabled; 1007: its user has asked for its deletion, `failureText` says when it is deleted, and `keepAccount` keeps it; 1008: the log-in at the provider is too old, used, or of another browser; 1010: passwords are off; 1011: the password is right, and the second step is needed; 1012: the code or passkey is wrong, or was used before',
      429: 'too many wrong passwords for this name, too many wrong codes (1012), or too many callers without an account',
      503: `${HASHING}, or too many callers without an account`,
    },
    example: {
      body: { username: 'alice', password: 'demo1234', force: true, willUseSipRegistration: true },
      answer: {
        remoteAddress: '192.0.2.7',
        sipPassword: 'secret for SIP digest',
        properties: { propertySet: [{ key: 'USERNAME', value: 'alice' }] },
        capabilities: [{ key: 'SYS_WEBRTC_SERVER_URI', value: 'wss://calls.example/sip' }],
        securityToken: 'token of the session',
        uri: 'sip:alice@demo.example',
      },
    },
  },
  'GET user/logout': {
    id: 'logOut',
    tag: 'session',
    summary: 'Ends the session',
    description:
      'The account of a caller without an account is removed. If the session began at the OpenID Connect provider, `signOutAt` may be the address at which the provider ends its own session.',
    access: 'session',
    example: { answer: OK },
  },
  'GET user/getProperties': {
    id: 'getProperties',
    tag: 'account',
    summary: 'Reads the properties of the account',
    access: 'session',
    example: { answer: { propertySet: [{ key: 'USERNAME', value: 'alice' }] } },
  },
  'GET user/setProperty': {
    id: 'setPropertyByQuery',
    tag: 'account',
    summary: 'Changes a property, in the query',
    description: 'For clients that cannot post: secrets get into the logs of proxies. Use POST.',
    access: 'session',
    errors: {
      400: '2004: the property or its value is not allowed; 1001: the current password is wrong, or is missing where it is needed; 1009: a log-in at the provider is needed',
      403: NEW,
      409: '2002: the e-mail address is taken',
      429: 'too many mails, or passwords, at a time',
      503: HASHING,
    },
    example: { query: { key: 'CITY', value: 'Lund' }, answer: OK },
  },
  'POST user/setProperty': {
    id: 'setProperty',
    tag: 'account',
    summary: 'Changes a property',
    description:
      'A new password ends the other sessions, and its answer has the new `sipPassword`; accounts with a role need `currentPassword` with it, and without it the new password proves nothing for an hour. A new e-mail address counts when the link that is sent to it has been opened; accounts with a role, or without an address, need `currentPassword` with it, and accounts without a password a log-in at the provider just before. A session that began with a one-click link needs `currentPassword` for both.',
    access: 'session',
    errors: {
      400: '2004: the property or its value is not allowed; 1001: the current password is wrong, or is missing where it is needed; 1009: a log-in at the provider is needed',
      403: NEW,
      409: '2002: the e-mail address is taken',
      429: 'too many mails, or passwords, at a time',
      503: HASHING,
    },
    example: { body: { key: 'CITY', value: 'Lund' }, answer: OK },
  },
  'POST user/export': {
    id: 'askForExport',
    tag: 'account',
    summary: 'Asks for a file with all data of the account',
    description: 'The ticket is good for one `GET user/export` within a minute.',
    access: 'session',
    errors: {
      400: `1001: wrong password; ${NEEDED}`,
      403: NEW,
      404: 'the brand has no `ownData`, or the caller has no account',
      429: 'five wrong passwords in ten minutes, or five exports in an hour',
      503: HASHING,
    },
    example: { body: { password: 'demo1234' }, answer: { ticket: 'a random text' } },
  },
  'GET user/export': {
    id: 'getExport',
    tag: 'account',
    summary: 'Downloads all data of the account',
    description:
      'One JSON text of any length, sent while it is read. It contains the pictures as `data:` addresses.',
    access: 'none',
    errors: {
      404: 'the ticket is unknown, used or older than a minute, or its session has ended',
      503: 'too many exports at a time',
    },
    example: {
      query: { ticket: 'the ticket of POST user/export' },
      answer: {
        format: 'samtal-own-data/1',
        server: 'https://calls.example',
        exportedAt: '2026-11-26T12:00:00.000Z',
        account: {
          username: 'alice',
          addresses: ['alice@demo.example'],
          organisation: 1,
          properties: { FORENAME: 'Alice' },
        },
        identitiesAtProviders: [],
        settings: {},
        settingsOfOperator: { GEO_UPDATE_LIMIT: '200' },
        sessions: [{ lastUsedAt: '2026-11-26T12:00:00.000Z' }],
        sipPhones: [],
        devicesWithWebPush: [],
        contacts: [],
        pictures: [],
        history: [],
        messages: [],
        recordsOfCallsMade: [],
        recordsOfCallsReceived: [],
        audit: [],
      },
    },
  },
  'POST user/deletion': {
    id: 'askForDeletion',
    tag: 'account',
    summary: 'Asks for the deletion of the account',
    description:
      'All sessions and SIP phones of the account end. Until `deletionAt` a login with `keepAccount` keeps it.',
    access: 'session',
    errors: {
      400: `1001: wrong password; ${NEEDED}`,
      403: NEW,
      404: 'the brand has no `ownData`, or the caller has no account',
      409: '1006: the account is not active any more; 6005: no operator would be left',
      429: 'five wrong passwords in ten minutes',
      503: HASHING,
    },
    example: { body: { password: 'demo1234' }, answer: { deletionAt: 1_797_000_000_000 } },
  },
  'GET user/provider': {
    id: 'getProviderState',
    tag: 'account',
    summary: 'Reads how the account logs in at the OpenID Connect provider',
    description:
      '`isProved`: the user of this session has just confirmed who they are, which is good for one export or deletion.',
    access: 'session',
    errors: { 404: NO_PROVIDER },
    example: {
      answer: {
        label: 'Staff',
        hasPassword: true,
        isConnected: false,
        isProved: false,
        needsSecondStep: false,
      },
    },
  },
  'POST user/provider/ticket': {
    id: 'startAtProvider',
    tag: 'account',
    summary:
      'Asks for a log-in at the OpenID Connect provider, to connect the account or to confirm who the user is',
    description:
      'The browser then opens `/oidc/start?ticket=` with the ticket, which is good once, within five minutes. `connect` needs the password and, where the account has one, the second step (`code` or `passkey`). Afterwards it is at `returnPath` with the outcome in the fragment, such as `#signin=proved`.',
    access: 'session',
    errors: {
      400: `1001: wrong password; ${NEEDED}; 1011: the second step is needed; 1012: its code or passkey is wrong, or was used before`,
      403: NEW,
      404: NO_PROVIDER,
      409: '2004: the account is connected already, or, to confirm who the user is, not connected',
      429: 'five wrong passwords in ten minutes, or too many wrong codes (1012)',
      503: HASHING,
    },
    example: {
      body: { purpose: 'connect', password: 'demo1234', returnPath: '/userinformation' },
      answer: { ticket: 'a random text' },
    },
  },
  'POST user/provider/disconnect': {
    id: 'disconnectProvider',
    tag: 'account',
    summary: 'Disconnects the account from the OpenID Connect provider',
    access: 'session',
    errors: {
      400: '1001: wrong password',
      403: NEW,
      404: NO_PROVIDER,
      409: '2004: the account has no password, so its user could never log in again',
      429: 'five wrong passwords in ten minutes',
      503: HASHING,
    },
    example: { body: { password: 'demo1234' }, answer: OK },
  },
  'GET user/getSystemSettingsForUser': {
    id: 'getSystemSettings',
    tag: 'account',
    summary: 'Reads the settings that the operator decides',
    access: 'session',
    example: { answer: [{ key: 'GEO_UPDATE_LIMIT', value: '200' }] },
  },
  'GET user/webSettings': {
    id: 'getSettings',
    tag: 'account',
    summary: 'Reads the settings that the user has chosen',
    access: 'session',
    example: { answer: [] },
  },
  'POST user/webSettings/{key}': {
    id: 'setSetting',
    tag: 'account',
    summary: 'Stores a setting',
    description: 'The body is the value, as text.',
    access: 'session',
    errors: { 400: '2004: there is no such setting, or it cannot have this value' },
    example: { params: { key: 'WEB_BANDWIDTH' }, body: 'low', answer: OK },
  },
  'GET user/getOrgSettings': {
    id: 'getOrganisationSettings',
    tag: 'registration',
    summary: 'Reads what the registration form of an organisation asks for',
    access: 'none',
    errors: { 400: '2004: there is no such organisation' },
    example: {
      query: { orgid: '1' },
      answer: { settings: [{ key: 'WEB_REQUIRED_FIELDS', value: 'email' }] },
    },
  },
  'POST signUp/validateByKey': {
    id: 'checkIsFree',
    tag: 'registration',
    summary: 'Asks whether a username or address is free',
    description: 'With a session the own values count as free.',
    access: 'none',
    errors: {
      400: '2004: the value is not allowed',
      404: 'registration is off, and the request has no session',
      409: '2001, 2002, 2003: username, e-mail or SIP address is taken',
    },
    example: { body: { key: 'username', value: 'anna.berg' }, answer: { valid: true } },
  },
  'POST signUp/create': {
    id: 'signUp',
    tag: 'registration',
    summary: 'Makes an account',
    access: 'none',
    errors: {
      400: '2004: a value is not allowed, `failureText` names it; 3002: registration is off; 3003: wrong captcha',
      409: '2001, 2002, 2003: username, e-mail or SIP address is taken',
      429: 'too many mails',
      503: `no mail can be sent now, or ${HASHING}`,
    },
    example: {
      body: {
        username: 'anna.berg',
        password: 'Winter1glove',
        email1: 'anna@mail.example',
        fname: 'Anna',
        sname: 'Berg',
        sipaddress: 'anna.berg',
        orgID: 1,
      },
      answer: { userId: 'id of the account', status: 'NEEDS_VERIFICATION' },
    },
  },
  'POST signUp/verify/{userId}/{verificationKey}': {
    id: 'verify',
    tag: 'registration',
    summary: 'Opens a link of a mail, which proves the e-mail address',
    access: 'none',
    errors: {
      404: '4002: the link is wrong',
      409: '2002: the e-mail address is taken by now',
      410: '4001: the link has expired',
    },
  },
  'GET user/requestResetPassword': {
    id: 'requestPasswordResetByQuery',
    tag: 'registration',
    summary: 'Asks for a link to a new password, in the query',
    access: 'none',
    errors: {
      400: '2004: no such user; 3001: it is off; 3003: wrong captcha',
      429: 'too many mails',
      503: 'no mail can be sent now',
    },
    example: { query: { username: 'alice' }, answer: OK },
  },
  'POST user/requestResetPassword': {
    id: 'requestPasswordReset',
    tag: 'registration',
    summary: 'Asks for a link to a new password',
    access: 'none',
    errors: {
      400: '2004: no such user; 3001: it is off; 3003: wrong captcha',
      429: 'too many mails',
      503: 'no mail can be sent now',
    },
    example: { body: { username: 'alice' }, answer: OK },
  },
  'GET user/setNewPassword': {
    id: 'setNewPasswordByQuery',
    tag: 'registration',
    summary: 'Sets a new password by the link of a mail, in the query',
    description: 'For clients that cannot post: secrets get into the logs of proxies. Use POST.',
    access: 'none',
    errors: {
      400: '2004: the password is not allowed',
      404: '4002: the link is wrong, used or expired',
      503: HASHING,
    },
  },
  'POST user/setNewPassword': {
    id: 'setNewPassword',
    tag: 'registration',
    summary: 'Sets a new password by the link of a mail',
    access: 'none',
    errors: {
      400: '2004: the password is not allowed',
      404: '4002: the link is wrong, used or expired',
      503: HASHING,
    },
  },
  'GET captcha/new': {
    id: 'newCaptcha',
    tag: 'registration',
    summary: 'Gets a computation to solve, in place of a puzzle',
    access: 'none',
    example: {
      answer: {
        parameters: {
          algorithm: 'PBKDF2/SHA-256',
          nonce: '00',
          salt: '00',
          cost: 1,
          keyLength: 32,
          keyPrefix: '00',
          keySignature: '00',
          expiresAt: 1_797_000_000,
        },
        signature: '00',
      },
    },
  },
  'GET iceServers': {
    id: 'getIceServers',
    tag: 'session',
    summary: 'Gets TURN servers with credentials that expire',
    access: 'session',
    errors: { 404: 'the operator has no TURN servers' },
    example: {
      answer: {
        iceServers: [
          { urls: ['turn:turn.example:3478'], username: '1797000000:pseudonym', credential: 'password' },
        ],
        ttl: 43_200,
      },
    },
  },
};
