import { Writable } from "node:stream";
import { main } from "../../bin/main.ts";
import { writeModule, type Ended } from "./command.ts";

const LIBRARY_HERE = new URL("../../src/index.ts", import.meta.url).href;

/** Runs a command line inside this process; for what ends before an agent runs. Neither stream is a terminal. */
export async function inProcess(args: readonly string[]): Promise<Ended> {
  const stdout = collecting();
  const stderr = collecting();
  const code = await main(args, { stdout: stdout.stream, stderr: stderr.stream });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Writes a module as `writeModule` does, for a command line inside this process. */
export function writeModuleHere(folder: string, name: string, lines: string): string {
  return writeModule(folder, name, lines, LIBRARY_HERE);
}

function collecting(): { readonly stream: NodeJS.WriteStream; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => Buffer.concat(chunks).toString("utf8") }; // not a terminal, so nothing more is asked of it
}
