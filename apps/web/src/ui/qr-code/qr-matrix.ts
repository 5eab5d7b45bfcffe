import { qrCodewords } from './qr-codewords.ts';
import { masks, penaltyOf } from './qr-mask.ts';

/** Rows of modules; true = dark. */
export type QrMatrix = readonly (readonly boolean[])[];

/** A matrix under construction: `fixed` modules carry no data. */
type Draft = { readonly size: number; readonly dark: boolean[][]; readonly fixed: boolean[][] };

const squareOf = (size: number): boolean[][] =>
  Array.from({ length: size }, () => Array.from({ length: size }, () => false));

function setFixed({ size, dark, fixed }: Draft, x: number, y: number, isDark: boolean): void {
  const row = dark[y];
  const fixedRow = fixed[y];
  if (row === undefined || fixedRow === undefined || x < 0 || x >= size) return;
  row[x] = isDark;
  fixedRow[x] = true;
}

/** Draws squares around a centre; `isDark` decides by the distance from it. */
function drawSquares(
  draft: Draft,
  [centreX, centreY]: readonly [number, number],
  radius: number,
  isDark: (distance: number) => boolean,
): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++)
      setFixed(draft, centreX + dx, centreY + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

/** The coordinates of the alignment patterns (ISO/IEC 18004 annex E). */
function alignmentsOf(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

/** The bits with the remainder of a division by a generator polynomial behind them. */
function withRemainder(value: number, polynomial: number, degree: number): number {
  let remainder = value;
  for (let step = 0; step < degree; step++)
    remainder = (remainder << 1) ^ ((remainder >>> (degree - 1)) * polynomial);
  return (value << degree) | remainder;
}

const bitOf = (bits: number, index: number): boolean => ((bits >>> index) & 1) === 1;

/** Writes the mask and the level M, twice (§7.9). */
function drawFormat(draft: Draft, mask: number): void {
  const { size } = draft;
  const bits = withRemainder(mask, 0x5_37, 10) ^ 0x54_12;
  for (let index = 0; index <= 5; index++) setFixed(draft, 8, index, bitOf(bits, index));
  setFixed(draft, 8, 7, bitOf(bits, 6));
  setFixed(draft, 8, 8, bitOf(bits, 7));
  setFixed(draft, 7, 8, bitOf(bits, 8));
  for (let index = 9; index < 15; index++) setFixed(draft, 14 - index, 8, bitOf(bits, index));
  for (let index = 0; index < 8; index++) setFixed(draft, size - 1 - index, 8, bitOf(bits, index));
  for (let index = 8; index < 15; index++) setFixed(draft, 8, size - 15 + index, bitOf(bits, index));
  setFixed(draft, 8, size - 8, true);
}

/** Writes the version, twice; smaller codes do without (§7.10). */
function drawVersion(draft: Draft, version: number): void {
  if (version < 7) return;
  const bits = withRemainder(version, 0x1f_25, 12);
  for (let index = 0; index < 18; index++) {
    const far = draft.size - 11 + (index % 3);
    const near = Math.floor(index / 3);
    setFixed(draft, far, near, bitOf(bits, index));
    setFixed(draft, near, far, bitOf(bits, index));
  }
}

function draftOf(version: number): Draft {
  const size = version * 4 + 17;
  const draft: Draft = { size, dark: squareOf(size), fixed: squareOf(size) };
  for (let index = 0; index < size; index++) {
    setFixed(draft, 6, index, index % 2 === 0);
    setFixed(draft, index, 6, index % 2 === 0);
  }
  const corners = [[3, 3] as const, [size - 4, 3] as const, [3, size - 4] as const];
  for (const corner of corners) drawSquares(draft, corner, 4, (distance) => distance !== 2 && distance !== 4);
  const alignments = alignmentsOf(version, size);
  for (const x of alignments) {
    for (const y of alignments) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (!isCorner) drawSquares(draft, [x, y], 2, (distance) => distance !== 1);
    }
  }
  drawVersion(draft, version);
  drawFormat(draft, 0);
  return draft;
}

/** Fills the free modules with the codewords, in columns of two from the right, up and down in turn (§7.7.3). */
function fill({ size, dark, fixed }: Draft, words: readonly number[]): void {
  let index = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (row === undefined || fixed[y]?.[x] === true || index >= words.length * 8) continue;
        row[x] = bitOf(words[index >>> 3] ?? 0, 7 - (index & 7));
        index += 1;
      }
    }
  }
}

/** The QR code of a text (ISO/IEC 18004, bytes, level M); undefined if the text is too long. */
export function qrMatrix(text: string): QrMatrix | undefined {
  const encoded = qrCodewords(text);
  if (encoded === undefined) return undefined;
  const draft = draftOf(encoded.version);
  fill(draft, encoded.words);
  const candidates = masks.map((isInverted, mask) => {
    const dark = draft.dark.map((row, y) =>
      row.map((isDark, x) => (draft.fixed[y]?.[x] === true ? isDark : isDark !== isInverted(x, y))),
    );
    drawFormat({ ...draft, dark }, mask);
    return { dark, penalty: penaltyOf(dark) };
  });
  return candidates.reduce((best, other) => (other.penalty < best.penalty ? other : best)).dark;
}
