/** Downloads a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Leads to an address of the server, or of another site, in place of this page. */
export function goTo(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.click();
}

/** Downloads the file at an address whose server says that it is one. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
