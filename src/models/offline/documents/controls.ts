// A string sequence (a window title, a link) runs to its end mark, as in a terminal; without one, to the end of the line.
const STRING = /(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C\n]*(?:\u0007|\u001B\\|\u009C)?/gu;
const COMMAND = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|\u001B[#%(-/]?[0-~]?/gu;
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]+/gu;

/** A line without terminal escape sequences, whole ones, so that nothing of them stays behind; other controls become blanks. */
export function withoutControls(line: string): string {
  return line.replace(STRING, "").replace(COMMAND, "").replace(CONTROLS, " ");
}
