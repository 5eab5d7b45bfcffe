/** What is used of Papa Parse. `@types/papaparse` would add the types of Node and of the DOM to this package. */
declare module 'papaparse' {
  type ReadOptions = {
    readonly delimiter: string;
    readonly newline: string;
  };
  type WriteOptions = {
    /** Cells that are quoted though they hold no comma, quote or line end. */
    readonly quotes: (cell: string) => boolean;
    /** Cells that get an apostrophe. */
    readonly escapeFormulae: RegExp;
  };
  const Papa: {
    parse(text: string, options: ReadOptions): { readonly data: string[][] };
    unparse(rows: readonly (readonly string[])[], options: WriteOptions): string;
  };
  export default Papa;
}
