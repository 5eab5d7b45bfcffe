/** Reads from MDN's compatibility data whether given releases of browsers all have a feature. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));

/** One release as a number: 15.10 comes after 15.4. */
function release(version) {
  const [major, minor = '0'] = version.replace('≤', '').split('.');
  return Number(major) * 1000 + Number(minor);
}

/**
 * Whether a browser has the feature without a flag and under its usual name. A prefix is allowed only in
 * style sheets, to which the build adds the prefixes that the oldest browsers need.
 */
const isPlain = ({ flags, prefix, alternative_name: alternative }, mayHavePrefix) =>
  !flags && !alternative && (!prefix || mayHavePrefix);

/**
 * Reads the compatibility data; `isOld` tells whether all browsers of `floor` have a feature.
 * @param {Record<string, string>} floor the oldest release of each browser
 */
export function readCompatibility(floor) {
  const data = JSON.parse(readFileSync(file, 'utf8'));
  const isIn = (support, oldest, mayHavePrefix) =>
    [support].flat().some((statement) => {
      const { version_added: added, version_removed: removed } = statement ?? {};
      if (typeof added !== 'string' || added === 'preview' || !isPlain(statement, mayHavePrefix))
        return false;
      return (
        release(added) <= release(oldest) && (removed === undefined || release(removed) > release(oldest))
      );
    });
  return {
    data,
    /**
     * Whether all these releases have the feature. A name without data counts as old: it is not the
     * platform's.
     */
    isOld: (feature, { mayHavePrefix = false } = {}) =>
      feature?.__compat === undefined ||
      Object.entries(floor).every(([browser, oldest]) =>
        isIn(feature.__compat.support[browser], oldest, mayHavePrefix),
      ),
  };
}
