/** Getting an account, and getting into it again; none of it is part of the login page. They are there for whoever is signed in as well, and nobody is logged in unasked on them. */
export const entryPaths = /^\/(registration(\/verify\/[^/]+\/[^/]+)?|resetpassword|newpassword)\/?$/;
