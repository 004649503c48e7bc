import { expect, test } from "vitest";
import { withoutSecrets } from "../../../src/tools/command/environment.ts";

test("variables whose names say that they are secret are left out, in any case, and so are those without a value", () => {
  const kept = { PATH: "/bin", HOME: "", Word: "x" };

  expect(withoutSecrets({ ...kept, API_KEY: "1", github_token: "2", clientSecret: "3", DB_PASSWORDS: "4", MONKEY: "5", GONE: undefined })).toEqual(kept);
});
