import type { Colors } from "./colors.ts";

/** What a picture is drawn on, in CSS pixels. */
export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colors: Colors;
}
