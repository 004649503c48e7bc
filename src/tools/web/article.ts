import { writeCode } from "./code.ts";
import type { PageDocument, PageElement } from "./dom.ts";
import type { PagePackages } from "./packages.ts";
import { writeTables } from "./table.ts";

/** A page as HTML, and where it came from. */
export interface Page {
  readonly html: string;
  readonly url: string;
}

/** What a page says, as Markdown. */
export interface Article {
  readonly title: string;
  readonly markdown: string;
}

const NO_TEXT = "nav, script, style, template, noscript, iframe, object, embed, svg, canvas, video, audio, input, button, select, textarea";
const AROUND_TEXT = "header, footer, aside, form";
const HIDDEN = "[hidden], [aria-hidden='true']";
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/iu;

/**
 * The main text of a page as Markdown, without navigation, scripts and what is not shown; a page in which no main text
 * is found gives all its text. Links and images name whole addresses. Takes as long as the page makes it take, so it
 * runs where it can be stopped.
 */
export function articleOf(page: Page, packages: PagePackages): Article {
  const { title, content } = mainPart(page, packages);
  const converter = packages.converter();
  writeCode(converter);
  writeTables(converter);
  const markdown = content === null ? "" : converter.turndown(content);
  return { title: title.replace(/\s+/gu, " ").trim(), markdown: markdown.replace(/\n{3,}/gu, "\n\n").trim() };
}

interface MainPart {
  readonly title: string;
  readonly content: PageElement | null;
}

function mainPart(page: Page, packages: PagePackages): MainPart {
  const { document, title } = cleanDocument(page, packages);
  const found = packages.mainPartOf(document);
  if (found && (found.content.textContent ?? "").trim() !== "") return { title: found.title || title, content: found.content };
  const { document: whole } = cleanDocument(page, packages); // the search for the main text has taken the first one apart
  for (const element of [...whole.querySelectorAll(AROUND_TEXT)]) element.remove();
  return { title, content: whole.body };
}

interface CleanDocument {
  readonly document: PageDocument;
  readonly title: string;
}

function cleanDocument({ html, url }: Page, { parse }: PagePackages): CleanDocument {
  const document = parse(withBody(html));
  const title = document.querySelector("title")?.textContent ?? "";
  for (const element of [...document.querySelectorAll(`${NO_TEXT}, ${HIDDEN}, body head, body title`)]) element.remove();
  for (const element of [...document.querySelectorAll("[style]")]) {
    if (HIDING_STYLE.test(element.getAttribute("style") ?? "")) element.remove();
  }
  resolveAddresses(document, url);
  return { document, title };
}

// The parser adds no element that is not written down, and without a body there is no main text.
function withBody(html: string): string {
  if (!/<body[\s>]/iu.test(html)) return `<html><body>${html}</body></html>`;
  return /<html[\s>]/iu.test(html) ? html : `<html>${html}</html>`;
}

function resolveAddresses(document: PageDocument, url: string): void {
  const base = addressIn(document.querySelector("base")?.getAttribute("href"), url) ?? url;
  document.querySelector("base")?.remove();
  for (const link of document.querySelectorAll("a[href]")) set(link, "href", addressIn(link.getAttribute("href"), base));
  for (const image of [...document.querySelectorAll("img")]) {
    const address = addressIn(image.getAttribute("src"), base);
    // An image that says nothing in words is nothing to a reader of text.
    if (address === null || (image.getAttribute("alt") ?? "").trim() === "") image.remove();
    else set(image, "src", address);
  }
}

function set(element: PageElement, attribute: string, value: string | null): void {
  if (value === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, value);
}

/** The whole address, or null for one that leads nowhere a reader can follow: into the same page, into a script. */
function addressIn(address: string | null | undefined, base: string): string | null {
  const given = address?.trim() ?? "";
  if (given === "" || given.startsWith("#")) return null;
  try {
    const { protocol, href } = new URL(given, base);
    return ["http:", "https:", "mailto:"].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}
