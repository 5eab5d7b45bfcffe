/** Requirements 3.3 "Alert ids". */
export const profileAlert = 'profile';
