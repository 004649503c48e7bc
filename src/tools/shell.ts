import { z } from "zod";
import { AgentToolError, tool, type Tool } from "../index.ts";
import { withoutSecrets } from "./command/environment.ts";
import { runCommand, type CommandEnd } from "./command/run.ts";
import { countOption, folderOption, realFolder, secondsOption, valid } from "./valid.ts";

/** Where commands run, and how long. */
export interface ShellOptions {
  /** The folder they begin in, as a path. It must exist when the tool is made. Nothing keeps a command inside it. */
  readonly cwd: string;
  /** A command that runs longer is killed, with everything it has started. Default 60. */
  readonly timeoutSeconds?: number;
  /** Of longer output the beginning and the end are kept. Default 20 000. */
  readonly maxOutputChars?: number;
  /** Variables besides those of this process; handed over as they are, whatever their names. */
  readonly env?: Readonly<Record<string, string>>;
}

const TEXTS = "an object of texts";
const optionsSchema = z.strictObject(
  {
    cwd: folderOption,
    timeoutSeconds: secondsOption,
    maxOutputChars: countOption,
    env: z.record(z.string(), z.string(TEXTS), TEXTS).optional(),
  },
  "an object: { cwd, ... }",
);

const parameters = z.object({
  command: z.string().min(1).max(10_000).describe("One command line. There is nobody to answer a question it may ask."),
});

/**
 * The tool `shell`: runs a command line of the model's in the system's shell, with all the rights of this process. It is
 * no sandbox, so every call asks for approval first, and none overlaps with another exclusive tool. Variables whose name
 * contains KEY, TOKEN, SECRET or PASSWORD are not handed over. Throws `DefinitionError` for a folder that does not exist.
 */
export function shell(options: ShellOptions): Tool {
  const { cwd, timeoutSeconds = 60, maxOutputChars = 20_000, env = {} } = valid("shell", optionsSchema, options);
  const folder = realFolder("shell", "cwd", cwd);
  return tool({
    name: "shell",
    description:
      `Run a command line in the system's shell and read its exit code and what it wrote. It may take ${timeoutSeconds} s; ` +
      "nothing it starts goes on after it has ended.",
    parameters,
    exclusive: true,
    needsApproval: true,
    execute: async ({ command }, { signal }) => {
      const environment = { ...withoutSecrets(process.env), ...env };
      const limits = { seconds: timeoutSeconds, maxChars: maxOutputChars };
      return observationOf(await ended({ line: command, cwd: folder, environment, signal, ...limits }), timeoutSeconds);
    },
  });
}

async function ended(command: Parameters<typeof runCommand>[0]): Promise<CommandEnd> {
  if (command.line.includes("\0")) throw new AgentToolError("a command line cannot hold a NUL character");
  try {
    return await runCommand(command);
  } catch (error) {
    const { code, syscall } = error as { code?: unknown; syscall?: unknown };
    if (typeof code !== "string" || typeof syscall !== "string") throw error;
    throw new AgentToolError(`the shell could not be started: ${code}`);
  }
}

function observationOf({ how, output }: CommandEnd, seconds: number): string {
  const below = output === "" ? "" : `\n${output}`;
  switch (how.type) {
    case "exited":
      return `exit code ${how.code}${below || ", no output"}`;
    case "killed":
      return `ended by ${how.by}${below || ", no output"}`;
    case "timed_out": {
      const what = `the command did not end within ${seconds} s and was killed, with all it had started`;
      throw new AgentToolError(below === "" ? what : `${what}; its output until then:${below}`);
    }
  }
}
