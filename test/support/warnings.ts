/**
 * Keeps the library's own process warnings off the screen: many tests provoke them with hostile observers, and a line
 * that says `Error: hostile` reads like a failure. Tests that expect a warning listen for it themselves.
 */
const printers = process.listeners("warning");
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (warning.name === "TroupeWarning") return;
  for (const print of printers) print(warning);
});
