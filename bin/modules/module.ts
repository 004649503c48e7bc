import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { createJiti } from "jiti";
import { describeError } from "../../src/core/describe.ts";
import { UsageError } from "../ending/usage-error.ts";
import { unlessIdle } from "./unless-idle.ts";

/**
 * What a module of the user's exports as its default, undefined where it has none. The module is loaded, and so runs;
 * TypeScript is loaded by Node.js where it can do so, elsewhere with jiti. `option` says in messages where its path
 * came from. Throws `UsageError` for a module that is not there or cannot be loaded.
 */
export async function defaultExportOf(option: string, path: string): Promise<unknown> {
  const file = resolve(path);
  if (!isFile(file)) throw new UsageError(`${option}: there is no file '${path}'`);
  try {
    const module = (await unlessIdle(load(file))) as { default?: unknown }; // a module is always an object
    return module.default;
  } catch (error) {
    throw new UsageError(loadFailure(option, path, error), { cause: error });
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // not there, or a name that can be none: links in a circle, too long
  }
}

const NOT_FOR_NODE = ["ERR_UNKNOWN_FILE_EXTENSION", "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"];

async function load(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    if (!/\.[cm]?tsx?$/u.test(file) || !NOT_FOR_NODE.includes(codeOf(error))) throw error;
    const loader = await jiti();
    return loader.createJiti(import.meta.url, { fsCache: false, interopDefault: false }).import(file);
  }
}

async function jiti(): Promise<{ readonly createJiti: typeof createJiti }> {
  try {
    return await import("jiti");
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new MissingLoaderError(`this Node.js (${process.version}) needs the package jiti to load TypeScript: npm install jiti`, {
      cause: error,
    });
  }
}

class MissingLoaderError extends Error {}

function loadFailure(option: string, path: string, error: unknown): string {
  return `${option}: '${path}' cannot be loaded: ${error instanceof MissingLoaderError ? error.message : describeError(error)}`;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "";
}
