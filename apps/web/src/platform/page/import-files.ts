/** The files that the page has or is getting, by address. A file that could not be loaded is in no list. */
const files = new Map<string, Promise<void>>();

/** Addresses of the files that the page itself names. */
function filesOfPage(): readonly string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]');
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[src]');
  return [...[...links].map(({ href }) => href), ...[...scripts].map(({ src }) => src)];
}

/** Adds a style sheet to the page; resolves when it is applied. */
function addStyles(address: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    crossOrigin: '',
    href: address,
  });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address} could not be loaded.`));
    });
    document.head.append(link);
  });
}

/** Puts a script into the cache of the browser. A preload link would do it too, but its failure is also kept. */
async function fetchScript(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status}.`);
  await response.arrayBuffer();
}

function fileAt(address: string): Promise<void> {
  const known = files.get(address);
  if (known !== undefined) return known;
  const file = address.endsWith('.css') ? addStyles(address) : fetchScript(address);
  files.set(address, file);
  file.catch(() => files.delete(address));
  return file;
}

/**
 * Imports a module of which no file is in the page yet, by `run`; the build replaces each `import()` by this. Many
 * browsers keep the failure of an import for as long as the page lives, for each file that the module needs, so that
 * trying again would not help (https://github.com/whatwg/html/issues/6768). So the files are loaded first, at the same
 * time, and imported when the browser has all of them. Rejects if one cannot be loaded; another call loads it again.
 * @param paths the files of the module, relative to the file at `from`; absent = the page has them
 */
export async function importFiles<T>(
  run: () => Promise<T>,
  paths: readonly string[] = [],
  from: string,
): Promise<T> {
  if (files.size === 0) for (const address of filesOfPage()) files.set(address, Promise.resolve());
  await Promise.all(paths.map((path) => fileAt(new URL(path, from).href)));
  return run();
}
