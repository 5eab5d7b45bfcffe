/** Least contrast at which text of any size is readable (WCAG 1.4.3). */
const ENOUGH = 4.5;

export type Pair<Name extends string> = { readonly text: Name; readonly background: Name };

type Rgb = readonly [red: number, green: number, blue: number];

function rgbOf(code: string): Rgb {
  const channel = (at: number): number => Number.parseInt(code.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** Relative luminance of a colour, as WCAG 2.2 defines it: from 0 to 1. */
function luminanceOf(code: string): number {
  const linear = (value: number): number => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = rgbOf(code);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two colours such as `#ff8c00`, as WCAG 2.2 defines it: from 1 to 21. */
export function contrastOf(one: string, two: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(two)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Distance between two colours, accurate enough to tell which of several colours is closest. */
function distanceOf(one: string, two: string): number {
  const from = rgbOf(one);
  const to = rgbOf(two);
  return Math.hypot(...from.map((value, index) => value - (to[index] ?? 0)));
}

/** The readable pair of colours closest to the chosen pair; undefined = the chosen pair is readable. */
export function betterPair<Name extends string>(
  { text, background }: Pair<Name>,
  codes: Readonly<Record<Name, string>>,
): Pair<Name> | undefined {
  if (contrastOf(codes[text], codes[background]) >= ENOUGH) return undefined;
  const names = Object.keys(codes) as Name[];
  const costOf = (pair: Pair<Name>): number =>
    distanceOf(codes[pair.text], codes[text]) + distanceOf(codes[pair.background], codes[background]);
  // Only one colour of the pair changes, because for each colour there is another with which it is readable.
  return names
    .flatMap((name): readonly Pair<Name>[] => [
      { text: name, background },
      { text, background: name },
    ])
    .filter((pair) => contrastOf(codes[pair.text], codes[pair.background]) >= ENOUGH)
    .toSorted((a, b) => costOf(a) - costOf(b))[0];
}
