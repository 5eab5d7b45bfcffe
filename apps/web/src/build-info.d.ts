/** Version in package.json, put in by the build (CONST-01). */
declare const __APP_VERSION__: string;
/** Short hash of the commit, 'dev' outside git, put in by the build. */
declare const __APP_COMMIT__: string;
