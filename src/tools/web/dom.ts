/** As much of a page's element as is used here; the declarations of browsers are not loaded. */
export interface PageElement {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly children: Iterable<PageElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  remove(): void;
}

/** As much of a page as is used here. */
export interface PageDocument extends PageElement {
  readonly body: PageElement | null;
}
