import { AXIS_HEIGHT, drawAxis } from "../../draw/axis.ts";
import { CANVAS_FONT, hatch } from "../../draw/pen.ts";
import type { Sheet } from "../../draw/sheet.ts";
import { amountOf, standingAtMoment, type AccountHistory } from "../../shape/ledger.ts";
import type { Scale } from "../../shape/window.ts";

/** What the chart of an account is drawn from. */
export interface ChartPicture {
  readonly account: AccountHistory;
  readonly scale: Scale;
  /** When the run started, in milliseconds since the epoch, which is how the ledger counts. */
  readonly startedAt: number;
  readonly amountText: (amount: number) => string;
}

/** How high the chart reaches: to what was granted, unless so little of it was used that nothing would be seen. */
export function ceilingOf({ last, peak }: AccountHistory): { readonly top: number; readonly isCut: boolean } {
  const isCut = peak < 0.15 * last.granted;
  return { top: Math.max(1, isCut ? peak * 1.25 : Math.max(last.granted, peak) * 1.04), isCut };
}

const FOOT = 8;

/** Draws an account over time: spent as an area, what is reserved above it hatched, and a line at what was granted. */
export function drawChart(sheet: Sheet, picture: ChartPicture): void {
  const { context, height, colors } = sheet;
  const { account, scale } = picture;
  drawAxis(sheet, scale);
  const { top, isCut } = ceilingOf(account);
  const bottom = height - FOOT;
  const y = (amount: number): number => bottom - (Math.min(amount, top) / top) * (bottom - AXIS_HEIGHT - 10);
  drawAreas(sheet, picture, y);
  context.font = CANVAS_FONT;
  context.textBaseline = "middle";
  drawGrid(sheet, picture, top, y);
  if (isCut) return;
  context.strokeStyle = colors.cut;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(scale.left, y(account.last.granted));
  context.lineTo(scale.left + scale.width, y(account.last.granted));
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colors.cut;
  context.fillText(`granted ${picture.amountText(account.last.granted)}`, scale.left + 6, y(account.last.granted) + 10);
}

// One column a pixel: an account with a hundred thousand bookings is drawn as fast as one with ten.
function drawAreas({ context, colors }: Sheet, { account, scale, startedAt }: ChartPicture, y: (amount: number) => number): void {
  const bottom = y(0);
  const hatched = { x: 0, y: 0, width: 0, height: 0 };
  const flush = (): void => {
    if (hatched.width > 0 && hatched.height > 0) hatch(context, hatched, colors.curtain);
    hatched.width = 0;
  };
  for (let column = 0; column < scale.width; column++) {
    const entry = standingAtMoment(account, startedAt + scale.moment(scale.left + column + 1));
    if (!entry) continue;
    const spentTop = y(entry.spent);
    const reservedTop = y(entry.spent + entry.reserved);
    context.fillStyle = colors.curtain;
    context.fillRect(scale.left + column, spentTop, 1, bottom - spentTop);
    const isTheSame = hatched.width > 0 && hatched.y === reservedTop && hatched.height === spentTop - reservedTop;
    if (!isTheSame) {
      flush();
      Object.assign(hatched, { x: scale.left + column, y: reservedTop, height: spentTop - reservedTop });
    }
    hatched.width += 1;
  }
  flush();
}

function drawGrid(
  { context, colors }: Sheet,
  { scale, amountText, account }: ChartPicture,
  top: number,
  y: (amount: number) => number,
): void {
  const step = roundStep(top / 4);
  for (let amount = step; amount < top; amount += step) {
    context.fillStyle = colors.line;
    context.fillRect(scale.left, Math.round(y(amount)), scale.width, 1);
    context.fillStyle = colors.quiet;
    context.fillText(amountText(amount), 6, y(amount));
  }
  context.fillStyle = colors.quiet;
  context.fillText(account.resource, 6, AXIS_HEIGHT / 2);
}

function roundStep(least: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return unit * ([1, 2, 5, 10].find((factor) => factor * unit >= least) ?? 10);
}

/** An amount of an account in words. */
export function amountWords(
  account: AccountHistory,
  amount: number,
  count: (amount: number) => string,
  money: (amount: number) => string,
): string {
  const known = amountOf(account.resource, amount);
  return account.resource === "cost" ? money(known) : count(known);
}
