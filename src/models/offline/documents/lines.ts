/** One line of readable text with its place in the file; `level` is 1 to 6 on headings. */
export type ReadableLine =
  | { readonly kind: "text" | "item"; readonly number: number; readonly text: string }
  | { readonly kind: "heading"; readonly number: number; readonly text: string; readonly level: number }
  | { readonly kind: "break"; readonly number: number };
