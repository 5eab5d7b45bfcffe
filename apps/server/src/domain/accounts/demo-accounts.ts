import type { KeyValue } from '@samtal/api-contract';

/** Password of every demo account (decision D1). */
export const DEMO_PASSWORD = 'demo1234';

type DemoPerson = {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organisationId: number;
  readonly systemSettings: readonly KeyValue[];
};

/**
 * The demo accounts (decision D1). Emergency calls of Carol contain her position (docs/requirements.md 3.3).
 */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { username: 'alice', firstName: 'Alice', lastName: 'Demo', organisationId: 1, systemSettings: [] },
  { username: 'bobby', firstName: 'Bobby', lastName: 'Demo', organisationId: 1, systemSettings: [] },
  {
    username: 'carol',
    firstName: 'Carol',
    lastName: 'Demo',
    organisationId: 1,
    systemSettings: [
      { key: 'GEO_TRACK_USER_LOCATION', value: 'true' },
      { key: 'GEO_SEND_ON_EMERGENCY_CALL', value: 'true' },
      { key: 'GEO_UPDATE_LIMIT', value: '10' },
    ],
  },
  { username: 'david', firstName: 'David', lastName: 'Demo', organisationId: 2, systemSettings: [] },
];

/** The accounts that the login page of a demonstration offers (decision D74). */
export const demoLogins = () => ({
  password: DEMO_PASSWORD,
  accounts: DEMO_PEOPLE.map(({ username }) => username),
});

/**
 * The settings of the demo organisations. Users who join organisation 2 must verify an e-mail address and
 * wait for approval (docs/requirements.md 3.3).
 */
export const DEMO_ORGANISATIONS: readonly {
  readonly organisationId: number;
  readonly settings: readonly KeyValue[];
}[] = [
  {
    organisationId: 1,
    settings: [
      { key: 'WEB_EMAIL_VERIFY_NEW_USERS', value: 'false' },
      { key: 'WEB_ACTIVATE_IU_BY_ADM', value: 'false' },
    ],
  },
  {
    organisationId: 2,
    settings: [
      { key: 'WEB_EMAIL_VERIFY_NEW_USERS', value: 'true' },
      { key: 'WEB_ACTIVATE_IU_BY_ADM', value: 'true' },
    ],
  },
];

/** The server agent that returns text, sound and video, also in production unless ECHO_SERVICE is off. */
export const ECHO_AGENT = 'echo' as const;

/** Server agents for test calls (decision D28). */
export const DEMO_AGENTS = [ECHO_AGENT, 'ivr', 'busy', 'reject', 'noanswer', '112'] as const;

export type DemoAgent = (typeof DEMO_AGENTS)[number];

/**
 * The server agent that takes messages for users who cannot answer, also in production; direct calls
 * to it are refused.
 */
export const MAILBOX_AGENT = 'mailbox' as const;

/** The server agent that pushes calls for an external SIP server (decision D78, ADR 23). */
export const WEB_PUSH_AGENT = 'web-push' as const;

/** The server agent between users and phones with text over RTP (decision D94). */
export const TEXT_GATEWAY_AGENT = 'text-gateway' as const;
