/**
 * The paths of the pages for creating or recovering an account; their code is not part of the login page's
 * code. Signed-in users can open these pages too, and no automatic login happens on them.
 */
export const entryPaths = /^\/(registration(\/verify\/[^/]+\/[^/]+)?|resetpassword|newpassword)\/?$/;
