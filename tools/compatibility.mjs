/** Reads from MDN's compatibility data whether a feature is older than each of some browser releases. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));

/** One release as a number: 15.10 comes after 15.4. */
function release(version) {
  const [major, minor = '0'] = version.replace('≤', '').split('.');
  return Number(major) * 1000 + Number(minor);
}

/** The build adds the prefixes that the oldest browsers need to style sheets, but not to scripts. */
const isPlain = ({ flags, prefix, alternative_name: alternative }, mayHavePrefix) =>
  !flags && !alternative && (!prefix || mayHavePrefix);

/** @param {Record<string, string>} floor the oldest release of each browser */
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
    /** A name without data counts as old: it is no feature of the platform. */
    isOld: (feature, { mayHavePrefix = false } = {}) =>
      feature?.__compat === undefined ||
      Object.entries(floor).every(([browser, oldest]) =>
        isIn(feature.__compat.support[browser], oldest, mayHavePrefix),
      ),
  };
}
