/**
 * The part of Papa Parse that this package uses. `@types/papaparse` would add the types of Node and of the
 * DOM.
 */
declare module 'papaparse' {
  type ReadOptions = {
    readonly delimiter: string;
    readonly newline: string;
  };
  type WriteOptions = {
    /** Whether a cell is quoted although it holds no comma, quote or line end. */
    readonly quotes: (cell: string) => boolean;
    /** Cells that match get an apostrophe before their text. */
    readonly escapeFormulae: RegExp;
  };
  const Papa: {
    parse(text: string, options: ReadOptions): { readonly data: string[][] };
    unparse(rows: readonly (readonly string[])[], options: WriteOptions): string;
  };
  export default Papa;
}
