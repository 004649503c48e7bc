import type { PageDocument, PageElement } from "./dom.ts";

/** How nodes of one kind become Markdown. */
export interface ConversionRule {
  readonly filter: (node: PageElement) => boolean;
  readonly replacement: (content: string, node: PageElement) => string;
}

/** Makes Markdown of elements. */
export interface Converter {
  addRule(name: string, rule: ConversionRule): unknown;
  turndown(element: PageElement): string;
}

/** What reading a page takes, as far as it is used here. */
export interface PagePackages {
  parse(html: string): PageDocument;
  /** The element with the main text, or null; takes the document apart. */
  mainPartOf(document: PageDocument): { readonly title: string | null; readonly content: PageElement } | null;
  converter(): Converter;
}

type ParseHtml = (html: string) => { readonly document: PageDocument };
type ReadabilityConstructor = new (
  document: PageDocument,
  options: { readonly keepClasses: boolean; readonly serializer: (node: PageElement) => PageElement },
) => { parse(): { readonly title?: string | null; readonly content?: PageElement | null } | null };
type ConverterConstructor = new (options: Readonly<Record<string, string>>) => Converter;

/** Loads the packages. Rejects with `ERR_MODULE_NOT_FOUND` when one is not installed. */
export async function pagePackages(): Promise<PagePackages> {
  const [linkedom, readability, turndown] = await Promise.all([import("linkedom"), import("@mozilla/readability"), import("turndown")]);
  // Their own types speak of a browser's, which are not loaded; these are the parts of them that are used.
  const parseHTML = linkedom.parseHTML as unknown as ParseHtml;
  const Readability = readability.Readability as unknown as ReadabilityConstructor;
  const TurndownService = turndown.default as unknown as ConverterConstructor;
  return {
    parse: (html) => parseHTML(html).document,
    mainPartOf: (document) => {
      // Classes say in which language code is.
      const found = new Readability(document, { keepClasses: true, serializer: (node) => node }).parse();
      return found?.content ? { title: found.title ?? null, content: found.content } : null;
    },
    converter: () => new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" }),
  };
}
