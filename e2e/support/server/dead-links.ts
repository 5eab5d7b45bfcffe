import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Links and pictures of a page that lead to a file beside it. */
function relativeLinksIn(page: string): string[] {
  const targets = [...page.matchAll(/\]\(([^)\s#]+)[^)\s]*\)|\b(?:src|href)="([^"#]+)/g)].map(
    ([, link, address]) => link ?? address ?? '',
  );
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The dead relative links in the documents of a folder, each as `page -> target`. */
export const deadLinksBelow = (folder: string): string[] =>
  globSync('**/*.md', { cwd: folder }).flatMap((path) =>
    relativeLinksIn(readFileSync(join(folder, path), 'utf8'))
      .filter((target) => !existsSync(join(folder, dirname(path), target)))
      .map((target) => `${path} -> ${target}`),
  );
