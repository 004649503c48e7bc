import { nanoid } from "nanoid";

/** Makes the id of a run. Everything below the run is named by its position, so one id per run is all chance there is. */
export type MakeId = () => string;

/** The default run id: 21 characters from nanoid. It never begins with a dash, which a command line would take for an option. */
export const randomId: MakeId = () => {
  let id = nanoid();
  while (id.startsWith("-")) id = nanoid();
  return id;
};

/** The path of the root agent. */
export const ROOT_PATH = "0";

/** The path of the specialist started by call `call` of turn `turn` of the agent at `path`: `0/3.1`. */
export function childPath(path: string, turn: number, call: number): string {
  return `${path}/${turn}.${call}`;
}

/** The id of a model step: agent path and turn, counted from 1: `0/3.1#2`. */
export function turnId(path: string, turn: number): string {
  return `${path}#${turn}`;
}

/** The id of a tool or agent step: agent path, turn from 1 and call from 0: `0/3.1#2.0`. */
export function callStepId(path: string, turn: number, call: number): string {
  return `${path}#${turn}.${call}`;
}

/** The id of the run at `path` inside the run `rootId`: the bare id for the root, else the id plus the path. */
export function runIdOf(rootId: string, path: string): string {
  return path === ROOT_PATH ? rootId : `${rootId}:${path}`;
}

/** The id a call gets when the model gave none, or gave one that another call of the turn already has. */
export function defaultCallId(turn: number, call: number): string {
  return `call_${turn}_${call}`;
}
