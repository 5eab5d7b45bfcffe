import { editDistance } from './edit-distance.ts';

const PREFIX = 'SAMTAL_';

/** Variables that Kubernetes sets in every container for a service named `samtal`. */
const fromCluster = /^SAMTAL_(?:SERVICE_|PORT)/;

/**
 * A name without `SAMTAL_` is compared only with known names of at least this length: `POST` is similar to
 * `PORT`, but is not a misspelt `PORT`.
 */
const LEAST_LETTERS = 6;

/**
 * The known name with the smallest edit distance from `name`, with or without `SAMTAL_`: `DATA_DIR` for
 * `SAMTAL_DATA_DIR`.
 */
function nearestTo(name: string, known: readonly string[]) {
  const forms = [name, name.slice(PREFIX.length)];
  const ranked = known.map((each) => ({
    each,
    distance: Math.min(...forms.map((form) => editDistance(form, each))),
  }));
  return ranked.toSorted((left, right) => left.distance - right.distance)[0];
}

/**
 * Finds misspelt variables: an unknown name that begins with `SAMTAL_` stops the start; another name within
 * one edit of a known name causes a warning.
 */
export function checkVariableNames(
  names: readonly string[],
  known: readonly string[],
): { readonly problems: readonly string[]; readonly warnings: readonly string[] } {
  const problems: string[] = [];
  const warnings: string[] = [];
  const longNames = known.filter((name) => name.length >= LEAST_LETTERS);
  for (const name of names) {
    if (known.includes(name) || fromCluster.test(name)) continue;
    if (name.startsWith(PREFIX)) {
      const nearest = nearestTo(name, known);
      // `PORT` is no more like `SAMTAL_FOO` than any other name.
      const isLike = nearest !== undefined && nearest.distance <= nearest.each.length / 2;
      const advice = isLike
        ? `The nearest known name is ${nearest.each}.`
        : 'Remove it; docs/operating.md lists the names.';
      problems.push(`${name}: unknown variable. ${advice}`);
      continue;
    }
    const meant = longNames.find((each) => editDistance(name, each) === 1);
    if (meant === undefined && name.startsWith('OIDC_'))
      warnings.push(`${name}: unknown variable, ignored. docs/operating.md lists the names.`);
    if (meant !== undefined) warnings.push(`${name}: unknown variable, ignored. Did you mean ${meant}?`);
  }
  return { problems, warnings };
}
