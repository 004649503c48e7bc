import type { HTMLAttributes, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { usePage } from "../parts/use-store.ts";
import type { State } from "../state/state.ts";
import { colorsOf, type Colors } from "./colors.ts";
import type { Sheet } from "./sheet.ts";

/** A picture that follows the state. */
export interface DrawingProps {
  /** Draws all of it; called at most once for each frame, after any change of the state or of the size. */
  readonly draw: (sheet: Sheet, state: State) => void;
  /** What the picture shows, for those who do not see it. */
  readonly label: string;
  readonly class?: string;
  readonly attributes?: HTMLAttributes<HTMLCanvasElement>;
  /** Handed the canvas, and a function that asks for a redraw when something other than the state has changed. */
  readonly attach?: (canvas: HTMLCanvasElement, redraw: () => void) => (() => void) | undefined;
}

/** A canvas as large as its place that is drawn again when the state changes, without rendering anything else. */
export function Drawing({ draw, label, attributes, attach, ...rest }: DrawingProps): JSX.Element {
  const page = usePage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);
  latest.current = draw;
  const redraw = useRef<() => void>(() => undefined);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const picture = new Picture(element, (sheet) => latest.current(sheet, page.get()));
    redraw.current = picture.ask;
    const leave = page.subscribe(picture.ask);
    const detach = attach?.(element, picture.ask);
    return () => {
      leave();
      detach?.();
      picture.end();
    };
  }, [page, attach]);
  useEffect(() => redraw.current());
  return <canvas ref={canvas} class={`drawing ${rest.class ?? ""}`} role="img" aria-label={label} {...attributes} />;
}

/** Draws on a canvas, once for each frame in which it was asked. */
class Picture {
  readonly #canvas: HTMLCanvasElement;
  readonly #paint: (sheet: Sheet) => void;
  readonly #watcher: ResizeObserver;
  readonly #scheme = matchMedia("(prefers-color-scheme: dark)");
  #colors: Colors | null = null;
  #theme = "";
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, paint: (sheet: Sheet) => void) {
    this.#canvas = canvas;
    this.#paint = paint;
    this.#watcher = new ResizeObserver(this.ask);
    this.#watcher.observe(canvas);
    this.#scheme.addEventListener("change", this.ask);
    this.ask();
  }

  readonly ask = (): void => {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawNow();
    });
  };

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#watcher.disconnect();
    this.#scheme.removeEventListener("change", this.ask);
  }

  #drawNow(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const context = this.#canvas.getContext("2d");
    if (!context || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    this.#fit(Math.round(width * ratio), Math.round(height * ratio));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#paint({ context, width, height, colors: this.#currentColors() });
  }

  #fit(width: number, height: number): void {
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
  }

  #currentColors(): Colors {
    const theme = `${document.documentElement.dataset.theme ?? ""} ${this.#scheme.matches}`;
    if (this.#colors && this.#theme === theme) return this.#colors;
    this.#theme = theme;
    this.#colors = colorsOf(document.body);
    return this.#colors;
  }
}
