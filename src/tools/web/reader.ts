import { workerData } from "node:worker_threads";
import { serve } from "../thread/serve.ts";
import { articleOf, type Article, type Page } from "./article.ts";
import { pagePackages } from "./packages.ts";

// The module of a thread that reads one page. A page can be made to take for ever or all memory; the thread then goes.

/** What is left of an article once it is cut to the length that is wanted, and how long it was. */
export interface ReadArticle extends Article {
  readonly chars: number;
}

const MAX_TITLE_CHARS = 300;

await serve<ReadArticle>(async () => {
  const { maxChars, ...page } = workerData as Page & { readonly maxChars: number }; // `readPage` alone starts this module
  const packages = await pagePackages();
  return () => {
    const { title, markdown } = articleOf(page, packages);
    return { title: title.slice(0, MAX_TITLE_CHARS), markdown: markdown.slice(0, maxChars), chars: markdown.length };
  };
});
