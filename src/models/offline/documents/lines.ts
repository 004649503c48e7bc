/** One line for reading with its place in the file. Texts and items still have their inline markup; `level` is 1 to 6. */
export type ReadableLine =
  | { readonly kind: "text" | "item"; readonly number: number; readonly text: string }
  | { readonly kind: "heading"; readonly number: number; readonly text: string; readonly level: number }
  | { readonly kind: "break"; readonly number: number };
