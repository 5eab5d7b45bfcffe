import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { leanI18next } from '../../tools/lean/lean-i18next.mjs';
import { leanJsSip } from '../../tools/lean/lean-jssip.mjs';
import { leanReact } from '../../tools/lean/lean-react.mjs';
import { classNameOf } from './class-names.ts';
import { oldBrowserWords } from './old-browser-words.ts';
import { retryableImports } from './retryable-imports.ts';
import type { WorkerFiles } from './src/platform/app-worker/worker-files.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const backEnd = 'http://127.0.0.1:8080';

/**
 * The oldest supported browsers of docs/decisions/0007. The build converts only syntax; apps/web/src/polyfills
 * adds missing functions.
 */
const target = ['chrome107', 'firefox128', 'safari15'];

/** Short hash of the commit being built; 'dev' without git. */
function commitHash(): string {
  try {
    const git = ['rev-parse', '--short=7', 'HEAD'];
    return execFileSync('git', git, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'dev';
  }
}

/** Writes `.br` and `.gz` next to each text file, so that the server never compresses during a request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(html|js|css|svg|json|webmanifest|txt)$/.test(fileName)) continue;
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const brotli = brotliCompressSync(source, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          });
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          });
        }
      },
    },
  };
}

/** Builds one script by itself, without any other file. */
async function buildScript(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      write: false,
      target,
      lib: {
        entry: new URL(entry, import.meta.url).pathname,
        formats: ['iife'],
        name: 'script',
      },
    },
  });
  const [{ output } = { output: [] }] = [built].flat() as {
    readonly output: { readonly code: string }[];
  }[];
  return output.map(({ code }) => code).join('\n');
}

/** Adds the script in the head of the page which the server renders: the page waits for no other file. */
function firstScript(): Plugin {
  return {
    name: 'first-script',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', name: 'first.js', source: await buildScript('src/first-script.ts') });
    },
  };
}

/** Builds the script of the offline page. */
function offlineScript(): Plugin {
  return {
    name: 'offline-script',
    apply: 'build',
    async generateBundle() {
      const source = await buildScript('src/offline-script.ts');
      this.emitFile({ type: 'asset', name: 'offline.js', source });
    },
  };
}

/** The language of a chunk with texts only; undefined for other chunks. */
function languageOfChunk(moduleIds: readonly string[]): string | undefined {
  const languages = moduleIds.map((id) => /\/src\/i18n\/(\w\w)\/[\w-]+\.json$/.exec(id)?.[1]);
  return new Set(languages).size === 1 ? languages[0] : undefined;
}

/** The scripts and style sheets of the build, for the service worker. */
function workerFilesOf(bundle: Rolldown.OutputBundle): WorkerFiles {
  const common: string[] = [];
  const byLanguage: Record<string, string[]> = {};
  let main = '';
  for (const [fileName, file] of Object.entries(bundle)) {
    if (!/^assets\/[^/]+\.(?:js|css)$/.test(fileName)) continue;
    const language = file.type === 'chunk' ? languageOfChunk(file.moduleIds) : undefined;
    if (file.type === 'chunk' && file.isEntry) main = fileName;
    if (language === undefined) common.push(fileName);
    else (byLanguage[language] ??= []).push(fileName);
  }
  const list = JSON.stringify([common, byLanguage]);
  return { version: createHash('sha256').update(list).digest('hex').slice(0, 12), main, common, byLanguage };
}

const noFiles: WorkerFiles = { version: 'dev', main: '', common: [], byLanguage: {} };

/** Adds the service worker, at the same address in every version: the browser looks there for a newer one. */
function notificationWorker(): Plugin {
  const fileName = 'notification-worker.js';
  const sourceFor = (files: WorkerFiles) =>
    buildScript('src/notification-worker.ts', { __WORKER_FILES__: JSON.stringify(files) });
  return {
    name: 'notification-worker',
    generateBundle: {
      // The list has the files that other plugins have emitted.
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName, source: await sourceFor(workerFilesOf(bundle)) });
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        void sourceFor(noFiles).then((code) =>
          response.setHeader('Content-Type', 'text/javascript').end(code),
        );
      });
    },
  };
}

/** Removes what the translator never runs. */
function leanTranslator(): Plugin {
  return {
    name: 'lean-i18next',
    apply: 'build',
    load: (id) => (id.endsWith('/i18next.js') ? leanI18next(readFileSync(id, 'utf8')) : undefined),
  };
}

/**
 * Modules that pages before the login share with those after it, or with calls. Without their own chunk these
 * pages would have to load the code for calls.
 */
const ofAllPages =
  /\/src\/(app\/loading\/page-later|i18n\/page-texts|ui\/(fields\/TextArea|icons\/later-shapes))\.tsx?$/;

/** Modules that pages share and no call needs. */
const ofPages =
  /\/src\/(app\/entry\/KioskFrame|client\/(hooks\/use-captcha|people\/letter-groups)|ui\/(lists\/FactList|fields\/(ErrorSummary|RadioGroup|SearchField)|page\/PageFrame|notices\/(WorkNote|EmptyState|LateSpinner|Note)|save-file)|account\/(registration|provider)|site\/organisation-settings)\.tsx?$/;

/** The modules that start the app for logged-in users, and the modules that both calls and pages use. */
const ofSignedIn =
  /\/src\/(main-calling|app\/shell\/SignedInApp|client\/(calling\/text-look|hooks\/use-(feature|call-block-words|text-look)|people\/person-of|ringtone\/(Ringtone|scores))|ui\/(page\/AddressText|turns\/Turn)|exact\/text-frame|hold\/can-hold)\.tsx?$/;

/** Text between two Samtal clients: one file, which a call fetches once. */
const ofExactText = /\/src\/(platform\/signalling\/text\/exact-text-transport|exact\/exact-machine)\.ts$/;

/** What reloads during a call and transfers share: a call needs neither at first. */
const ofNamedDialogs = /\/packages\/(sip\/src\/replaces|call-core\/src\/transfer\/connectable)\.ts$/;

/** What second calls, transfers and calls of three share: few calls need any of them. */
const ofTwoCalls = /\/packages\/call-core\/src\/(second-call|three-people|transfer)\//;

/**
 * The code is built into a few larger files instead of one for each module that two pages share, because on a
 * slow connection each file costs a round trip. A module of several groups goes into the first of them, with
 * the modules that it needs.
 */
const groups = [
  { name: 'start', tags: ['$initial'] },
  { name: 'parts', test: ofAllPages },
  { name: 'signed-in', test: ofSignedIn },
  { name: 'page-parts', test: ofPages, minShareCount: 2 },
  { name: 'exact-text', test: ofExactText },
  { name: 'signalling', test: /\/src\/platform\/signalling\/jssip-signalling\.ts$/ },
  { name: 'named-dialogs', test: ofNamedDialogs },
  { name: 'two-calls', test: ofTwoCalls, minShareCount: 2 },
  { name: 'account', test: /\/src\/(app\/entry\/EntryRoutes|features\/account\/(?!profile).*Page)\.tsx$/ },
  { name: 'call', test: /\/src\/features\/call\/(CallScreens|ended\/LastCall)\.tsx$/ },
  {
    name: 'devices',
    test: /\/src\/(features\/devices\/(DeviceSettings|TestPage)|platform\/(media\/device-bench|quality\/network-test))\.tsx?$/,
  },
  { name: 'pages', test: /\/src\/app\/routes\/(LaterRoute|leaving\/LeaveDialog)\.tsx$/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

export default defineConfig({
  root: import.meta.dirname,
  // File addresses are relative to the page's base element, which the server sets.
  base: './',
  plugins: [
    react(),
    leanJsSip(),
    leanReact(),
    leanTranslator(),
    retryableImports(),
    oldBrowserWords(),
    firstScript(),
    offlineScript(),
    notificationWorker(),
    precompress(),
  ],
  define: { __APP_VERSION__: JSON.stringify(version), __APP_COMMIT__: JSON.stringify(commitHash()) },
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    target,
    sourcemap: true,
    manifest: true,
    // The notices that the licences of the bundled packages require.
    license: { fileName: 'third-party-notices.txt' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups,
        },
      },
    },
  },
  server: {
    proxy: {
      '/userApi': backEnd,
      '/branding': backEnd,
      '/sip': { target: backEnd, ws: true },
    },
  },
});
