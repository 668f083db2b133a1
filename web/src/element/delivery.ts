// Handing things out: the clipboard, and files.

/** Whether the clipboard took it. Pages may forbid it, and frames without leave do. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves a file under a name, as a click on a link would. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has the file by then; the address would keep it in memory.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
