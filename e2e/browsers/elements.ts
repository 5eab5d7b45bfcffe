/** XPaths of the elements that a user looks for. Names here contain no quotation mark. */
const named = (name: string): string => `[normalize-space()='${name}' or @aria-label='${name}']`;

export const field = (label: string): string => `//*[@id = //label[normalize-space()='${label}']/@for]`;
export const button = (name: string): string => `//button${named(name)}`;
/** Not the links of the bar of tabs, which wide windows hide (decision D76). */
export const link = (name: string): string =>
  `//a${named(name)}[not(ancestor::nav[@aria-label='Main pages'])]`;
export const menuItem = (name: string): string => `//*[@role='menuitem']${named(name)}`;
export const accountButton = "//button[starts-with(normalize-space(), 'Account')]";
export const radio = (name: string): string =>
  `//label[input/@type='radio'][.//*[normalize-space()='${name}']]`;
export const checkbox = (name: string): string =>
  `//label[input/@type='checkbox'][.//text()[normalize-space()='${name}']]`;
export const rowWith = (text: string): string => `//main//li[contains(., '${text}')]`;
export const words = (text: string): string => `//body//*[text()[contains(., '${text}')]]`;
/** Elements of the open dialog only. */
export const inDialog = (xpath: string): string => `//dialog[@open]${xpath}`;

/** The large button of the dial screen; other call buttons are in rows of lists. */
export const callButton = `//main//button[@type='submit']${named('Call')}`;
export const incomingText = `//*[@role='log']//*[@data-author='other']//*[@data-words]`;
export const ownText = '//textarea';
