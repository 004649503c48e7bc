/**
 * Keeps the library's own process warnings off the screen: many tests provoke them with hostile observers, and a line
 * that says `Error: hostile` reads like a failure. Tests that expect a warning listen for it themselves.
 */
const INSTALLED = Symbol.for("troupe.test.warnings"); // files share their process, and each of them begins with this one
if (!Reflect.has(process, INSTALLED)) {
  Reflect.set(process, INSTALLED, true);
  const printers = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "TroupeWarning") return;
    for (const print of printers) print(warning);
  });
}
