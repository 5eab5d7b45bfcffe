/** Version in package.json, put in by the build (CONST-01). */
declare const __APP_VERSION__: string;
