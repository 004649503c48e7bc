import { spawn } from "node:child_process";

/** How a browser is started here: a program and its arguments, to which the address is added; null where there is none. */
export function browserCommand(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly string[] | null {
  if (environment.BROWSER) return [environment.BROWSER];
  switch (platform) {
    case "darwin":
      return ["open"];
    case "win32":
      return ["rundll32", "url.dll,FileProtocolHandler"]; // no shell, so that nothing in an address is a command
    default:
      return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open"] : null;
  }
}

/** Opens an address in the user's browser. Resolves to false where there is none, or it does not start. */
export function openBrowser(address: string): Promise<boolean> {
  const [program, ...args] = browserCommand(process.platform, process.env) ?? [];
  if (program === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
    child.on("error", () => resolve(false));
    child.on("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
