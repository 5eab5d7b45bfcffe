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

/** Whom a newcomer can log in as (decision D1); carol's position goes out with her emergency calls (ledger 3.3). */
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

/** Who joins the second organisation proves an e-mail address and waits for an administrator (ledger 3.3). */
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

/** Services of the server itself to try calls with (decision D28). */
export const DEMO_PARTIES = ['echo', 'ivr', 'busy', 'reject', 'noanswer', '112'] as const;

/** Answers for people who cannot, in production as well; who calls it by its own name is refused. */
export const MAILBOX_PARTY = 'mailbox' as const;
