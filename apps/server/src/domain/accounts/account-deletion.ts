const DAY_MS = 24 * 60 * 60 * 1000;

/** When the account of a user who asks for its deletion now is removed (decision D96). */
export const dueAfter = (now: number, days: number): number => now + days * DAY_MS;
