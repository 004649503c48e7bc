import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Files by their name below a folder; text is written as UTF-8. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Makes a folder with these files, gone when the test is over. Returns its real path. */
export function temporaryFolder(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "troupe-tools-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

/** Writes files below a folder, with the folders they need. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
