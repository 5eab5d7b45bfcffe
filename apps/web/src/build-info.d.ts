/** Version from package.json, inserted by the build (CONST-01). */
declare const __APP_VERSION__: string;
/** Short hash of the commit, 'dev' without git, inserted by the build. */
declare const __APP_COMMIT__: string;
