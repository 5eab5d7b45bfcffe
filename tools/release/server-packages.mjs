/** Which packages the server needs at run time, read from the lock file. */

/** Packages that contain only type declarations. */
const isTypesOnly = (name) => name.startsWith('@types/');

/** The names that a package cannot run without; a missing optional one must not stop the release. */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].filter(
    (name) => !isTypesOnly(name),
  );
}

/** Where Node finds `name` for a file below `path`: the nearest `node_modules` that has it. */
function pathOf(packages, path, name) {
  for (let folder = path; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}

/**
 * The packages that a workspace needs at run time, directly or indirectly.
 * @param {Record<string, object>} packages `packages` of a lock file
 * @param {string} workspace such as `apps/server`
 * @returns {string[]} folders in `node_modules`, sorted
 */
export function packagesNeededBy(packages, workspace) {
  const needed = new Set();
  const visit = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    const entry = packages[path];
    for (const name of namesNeededBy(entry)) {
      const found = pathOf(packages, path, name);
      if (found !== undefined) visit(packages[found].link ? packages[found].resolved : found);
      else if (entry.dependencies?.[name] !== undefined)
        throw new Error(`${path} needs ${name}, which the lock file does not have`);
    }
  };
  visit(workspace);
  const installed = [...needed].filter((path) => path.includes('node_modules/'));
  return installed.toSorted((one, other) => (one < other ? -1 : 1));
}
