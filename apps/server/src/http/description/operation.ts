/** The parts of the API, in the order of the description. */
export const TAGS = {
  session: 'Log in and out, and what a client needs to start.',
  account: 'The own account: properties, settings, all data of it, and its deletion.',
  registration: 'New accounts, forgotten passwords, links of mails. None of it needs a session.',
  contacts: 'The own contacts, the services of the organisation, and names for addresses.',
  pictures: 'Pictures of users and of their contacts.',
  directory: 'Businesses and services that the operator lists.',
  history: 'Finished calls with their text.',
  messages: 'Messages that callers have left in the mailbox.',
  events: 'What has changed in the account, as it happens.',
  push: 'Web pushes to devices whose page is closed.',
  console:
    'The console for operators (all organisations), administrators (the people of their own organisation) and support (reads all organisations). 403 with 6001: the role does not allow it, or the account has no role; with 6002: a change needs `POST console/confirmation` first, in the same session, and again after fifteen minutes; with 6006: the operator wants log-in in two steps for every role, and the account does not have it. 404 where the brand has no `console`. Refusals and changes are in the audit.',
} as const;

/** What a request needs besides its data. */
export type Access =
  /** The token of a session. */
  'session' | 'none';

export type Example = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The answer to it. The test compares its form, not its values. */
  readonly answer: unknown;
};

/** What the schemas of an operation do not say. */
export type OperationText = {
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Answers other than 200 with their cause. 401 of requests with a session, and 429 by address, are the same for all. */
  readonly errors?: Readonly<Record<number, string>>;
  /** None where a request alone shows nothing: it needs a secret of a mail or of a push, or its answer does not end. */
  readonly example?: Example;
};
