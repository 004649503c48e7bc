/**
 * JavaScript for inside the sandbox: a function that takes `print`, makes the global `console`, and returns `show`, which
 * makes a text of any value. A program that changes what these stand on changes how its own output looks, no more.
 */
export const PRELUDE = String.raw`(function (print) {
  "use strict";
  const { stringify } = JSON, { keys } = Object, { from, isArray } = Array, text = String, MAX_LEVELS = 20;
  const bare = (value) => {
    if (typeof value === "bigint") return text(value) + "n";
    if (typeof value === "function") return "[function" + (value.name ? " " + text(value.name) : "") + "]";
    return text(value);
  };
  const within = (value, above) => {
    if (typeof value === "string") return stringify(value);
    return typeof value === "object" && value !== null ? structure(value, above) : bare(value);
  };
  const structure = (value, above) => {
    let level = 0;
    for (let at = above; at !== null; at = at.above, level += 1) if (at.value === value) return "[circular]";
    if (level >= MAX_LEVELS) return "[deeper]";
    if (value instanceof Error) return text(value);
    const here = { value, above };
    if (typeof value.toJSON === "function") return within(value.toJSON(), here);
    const list = value instanceof Map || value instanceof Set ? from(value) : value;
    return isArray(list) ? items(list, here) : fields(list, here);
  };
  const items = (list, here) => {
    let shown = "[";
    for (let at = 0; at < list.length; at += 1) shown += (at > 0 ? "," : "") + within(list[at], here);
    return shown + "]";
  };
  const fields = (object, here) => {
    const names = keys(object);
    let shown = "{";
    for (let at = 0; at < names.length; at += 1) {
      shown += (at > 0 ? "," : "") + stringify(names[at]) + ":" + within(object[names[at]], here);
    }
    return shown + "}";
  };
  // The host reads texts up to the first NUL.
  const whole = (shown) => {
    let result = "", start = 0;
    for (let at = shown.indexOf("\0"); at >= 0; at = shown.indexOf("\0", start)) {
      result += shown.slice(start, at) + "\\u0000";
      start = at + 1;
    }
    return start === 0 ? shown : result + shown.slice(start);
  };
  const show = (value) => whole(typeof value === "string" ? value : within(value, null));
  const log = (...values) => {
    let line = "";
    for (let at = 0; at < values.length; at += 1) line += (at > 0 ? " " : "") + show(values[at]);
    print(line);
  };
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };
  return show;
})`;
