/** The patterns that may invert the data modules (ISO/IEC 18004 table 10). */
export const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A finder pattern with its light side, in the order of modules. */
const finders = ['10111010000', '00001011101'];

/** Runs of five and more, and what looks like a finder pattern, in one line (§7.8.3.1, rules 1 and 3). */
function lineMalus(line: readonly boolean[]): number {
  const text = line.map((isDark) => (isDark ? '1' : '0')).join('');
  const runs = [...text.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0);
  let found = 0;
  for (let from = 0; from + 11 <= text.length; from++)
    if (finders.includes(text.slice(from, from + 11))) found += 1;
  return runs + found * 40;
}

/** How hard a code is to read: the mask with the least is used. */
export function penaltyOf(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x] === true));
  let blocks = 0;
  let dark = 0;
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) dark += 1;
      const others = [row[x + 1], rows[y + 1]?.[x], rows[y + 1]?.[x + 1]];
      if (others.every((other) => other === isDark)) blocks += 1;
    }
  }
  const imbalance = Math.floor(Math.abs((dark * 20) / rows.length ** 2 - 10));
  return [...rows, ...columns].reduce((sum, line) => sum + lineMalus(line), blocks * 3 + imbalance * 10);
}
