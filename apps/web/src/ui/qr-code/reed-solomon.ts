/** Multiplies in the field GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004 §7.5.2). */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x1_1d);
    if (((other >>> bit) & 1) === 1) product ^= one;
  }
  return product;
}

/** The coefficients of the generator polynomial of this degree, without the leading 1. */
function generator(degree: number): number[] {
  const result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let index = 0; index < degree; index++)
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    root = multiply(root, 2);
  }
  return result;
}

/** The `count` error correction codewords for a block of data. */
export function errorCorrection(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    for (const [index, coefficient] of divisor.entries())
      result[index] = (result[index] ?? 0) ^ multiply(coefficient, factor);
  }
  return result;
}
