/** docs/requirements.md 3.3 "Alert ids". */
export const profileAlert = 'profile';
