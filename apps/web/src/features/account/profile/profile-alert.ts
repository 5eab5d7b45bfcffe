/** Id of the alerts about saving the profile (docs/requirements.md 3.3 "Alert ids"). */
export const profileAlert = 'profile';
