/**
 * Pages for creating or recovering an account, outside the login page's code. Signed-in users can open them
 * too, and no automatic login happens on them.
 */
export const entryPaths = /^\/(registration(\/verify\/[^/]+\/[^/]+)?|resetpassword|newpassword)\/?$/;
