/**
 * Checks the size of the web app as transferred, in brotli bytes of JavaScript and style sheets: what the
 * login screen loads, what the pages for registration and passwords load with it, and what the login screen and
 * a call load together. Pages that no call opens are not counted, and of the catalogues only the English one: a
 * user loads at most one other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../runtime.mjs';

const dist = join(root, 'apps/web/dist');
const budgets = { login: 110, account: 125, call: 245 };

/**
 * The files that the entries need: all that they import, directly or indirectly, and of the chunks that are
 * loaded later (`dynamicImports`) those that `isFetched` selects.
 */
function filesOf(manifest, isFetched) {
  // The script in the head of the rendered page is built by itself and not in the manifest.
  const first = readdirSync(join(dist, 'assets')).filter((name) => /^first-[\w-]+\.js$/.test(name));
  const files = new Set(first.map((name) => `assets/${name}`));
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const later of chunk.dynamicImports ?? []) if (isFetched(later)) visit(later);
  };
  for (const name of Object.keys(manifest)) if (manifest[name].isEntry) visit(name);
  return files;
}

function kilobytes(files) {
  const bytes = [...files]
    .filter((file) => /\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0);
  return bytes / 1000;
}

/** Chunks of the pages for registration and passwords. */
const ofAccount =
  /\/features\/(login|account\/(?!profile))|\/EntryRoutes|\/api\/accounts|\/i18n\/(parts\/page-catalogues|en\/(pages|signed-in)\.json)/;

/**
 * Chunks that no ordinary call loads: other pages, invitations, web push, the installable app, the check of EN 301 549,
 * kiosk, registration, the second step of a log-in and ways back from a provider, links to a call, reloads during a
 * call, second calls, transfers, calls of three, shared screens, locations of emergency calls, other languages, texts of
 * pages, open menus, what a call opens only when the user asks for it, what adds a camera or a microphone, what a refused
 * offer needs, and what only old browsers lack.
 */
const elsewhere = [
  /^_(account|devices|named-dialogs|pages)-/,
  /\/features\/(?!login\/|dial\/(?!people\/load-which-person)|call\/)/,
  /\/app\/(entry\/(KioskApp|UnsupportedBrowserScreen)|routes\/CallLinkRoute)\.tsx$/,
  /\/app\/entry\/load-second-step\.ts$/,
  /\/client\/kiosk\/kiosk\.ts$/,
  /\/main-(web-push|call-at-login|provider|installable-app|reload|conformance|console|screen-sharing|second-call|three-people|transfer|location)\.ts$/,
  /\/app\/(routes\/invitations\/load-invitations|shell\/AppGuide)\.tsx?$/,
  /\/platform\/(api\/accounts|storage\/secret-box)\.ts$/,
  /\/i18n\/(?!en|parts)\w\w\//,
  /\/i18n\/(parts|en)\/(page|self-check|console|help|characters|second-factor|later)/,
  /\/ui\/menu\/MenuPopup\.tsx$/,
  /\/(features\/call\/(later|characters)|client\/characters)\//,
  /\/signalling\/requests\/(exchange-alone|added-track)\.ts$/,
  /\/polyfills\/polyfills\.ts$/,
];
const isElsewhere = (name) => elsewhere.some((pattern) => pattern.test(name));

/** @returns {{ code: number, output: string }} */
export function weighWeb() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const weights = {
    login: kilobytes(filesOf(manifest, (name) => /\/features\/login\//.test(name))),
    account: kilobytes(filesOf(manifest, (name) => ofAccount.test(name))),
    call: kilobytes(filesOf(manifest, (name) => !isElsewhere(name))),
  };
  const isOver = Object.entries(weights).some(([name, weight]) => weight > budgets[name]);
  const lines = Object.entries(weights).map(
    ([name, weight]) => `${name} ${weight.toFixed(1)} of ${budgets[name]} kB`,
  );
  return { code: isOver ? 1 : 0, output: lines.join(', ') };
}
