import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the tests of the distributed runtime stand on: paths of programs, none of which is a dependency of the project. */
export interface Engine {
  /** The Restate server's binary. */
  readonly serverPath: string;
  /** A Node that the engine's SDK supports: 22 or later. */
  readonly nodePath: string;
}

/** Why these tests cannot run here, as one sentence with the command that changes it. */
export interface MissingEngine {
  readonly missing: string;
}

const ENGINE_FOLDER = fileURLToPath(new URL("../engine/", import.meta.url));
const OLDEST_NODE = 22;
const INSTALL = "npm ci --prefix test/restate/engine";

/** The server and the Node of `test/restate/engine`; a Node that is new enough itself serves where no package carries one. */
export function findEngine(folder: string = ENGINE_FOLDER, running: NodeJS.Process = process): Engine | MissingEngine {
  const machine = `${running.platform}-${running.arch}`;
  const serverPath = `${folder}node_modules/@restatedev/restate-server-${machine}/bin/restate-server`;
  if (!existsSync(serverPath)) return { missing: `The Restate server for ${machine} is not installed: ${INSTALL}` };
  const packaged = `${folder}node_modules/node-${machine}/bin/node`;
  if (existsSync(packaged)) return { serverPath, nodePath: packaged };
  const major = Number(running.versions.node.split(".")[0]);
  if (major >= OLDEST_NODE) return { serverPath, nodePath: running.execPath };
  return { missing: `Restate's SDK needs Node ${OLDEST_NODE} or later, this is ${running.versions.node}: ${INSTALL}` };
}
