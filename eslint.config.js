import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const defaultExport = { selector: "ExportDefaultDeclaration", message: "Export by name; nothing here has a default export." };
const starExport = { selector: "ExportAllDeclaration", message: "List what is exported by hand; a star hides what becomes public." };
const code = { skipBlankLines: true, skipComments: true };
const columns = { code: 140, ignoreUrls: true, ignoreRegExpLiterals: true };
const row = "^\\s*(?:\\{ .* \\}|\\[.*\\]),?$"; // of a table: one to a line, however long

export default defineConfig(
  globalIgnores(["dist/", "coverage/", "bench/results/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,tsx,js,mjs}"],
    extends: [tseslint.configs.recommended],
    rules: {
      "@typescript-eslint/no-this-alias": "off", // walking up a tree of accounts or agents starts at `this`
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      eqeqeq: "error",
      "max-lines": ["error", { max: 300, ...code }],
      "no-restricted-syntax": ["error", defaultExport, starExport],
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-this-alias": "off",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "@typescript-eslint/require-await": "off", // `async` is how an implementation of a port says that it may take time
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNever: true, allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/unbound-method": "off", // methods that use `this` are typed so; handing one on unbound is a type error
    },
  },
  {
    files: ["src/**/*.ts", "actors/**/*.ts", "bin/**/*.ts", "viewer/**/*.{ts,tsx}"],
    rules: { "max-lines-per-function": ["error", { max: 60, ...code }], "no-console": "error" },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "max-lines": ["error", { max: 500, ...code }], // tables of cases
      // vitest's matchers and parsed JSON are `any`, and what a careless tool may throw is thrown on purpose
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/prefer-promise-reject-errors": "off",
    },
  },
  {
    files: ["src/**/*.ts", "bin/**/*.ts", "viewer/**/*.{ts,tsx}", "scripts/**/*.ts"],
    ignores: ["src/index.ts"], // a list of names
    rules: { "max-len": ["error", { ...columns, ignorePattern: row }] },
  },
  {
    files: ["actors/**/*.ts", "bench/**/*.ts", "test/**/*.ts"], // with prompts and tables of cases
    ignores: ["test/agent/**", "test/core/**"],
    rules: { "max-len": ["error", { ...columns, ignoreStrings: true, ignoreTemplateLiterals: true }] },
  },
  {
    files: ["examples/**/*.ts"], // whose comments promise the exact output
    rules: { "max-len": ["error", { ...columns, ignoreComments: true, ignoreStrings: true, ignoreTemplateLiterals: true }] },
  },
  {
    files: ["*.config.{ts,js}"], // their tools read the default export
    rules: { "no-restricted-syntax": ["error", starExport] },
  },
);
