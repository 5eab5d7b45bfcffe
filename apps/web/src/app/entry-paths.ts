/** Getting an account, and getting into it again; none of it is part of the login page, and nobody is logged in unasked there. */
export const entryPaths = /^\/(registration(\/verify\/[^/]+\/[^/]+)?|resetpassword|newpassword)\/?$/;
