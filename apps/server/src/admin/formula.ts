/** Matches a cell that a spreadsheet takes for a formula, but not a telephone number such as "+46 8 123". */
export const FORMULA = /^(?!\+?[\d\s().-]+$)'*[=+\-@\t\r]/;
