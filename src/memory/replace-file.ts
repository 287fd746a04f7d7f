import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a file by a new text in one step: readers see the old or the new text, never a part, and after a crash one of
 * both is there.
 * @param temporary Where the new text is written first, in the same folder; gone afterwards, also after a failure.
 */
export async function replaceFile(file: string, text: string, temporary: string): Promise<void> {
  try {
    const handle = await open(temporary, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Makes a rename durable where the system lets a folder be synced; Windows does not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
