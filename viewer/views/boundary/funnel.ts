/** The outline of a funnel, as an SVG path: what went in, what was used inside, what came out, each as high as its tokens. */
export function funnelPath(tokens: readonly [into: number, inside: number, out: number], width: number, height: number): string {
  const most = Math.max(1, ...tokens.map(thickness));
  const [into, inside, out] = tokens.map((count) => Math.max(1.5, (thickness(count) / most) * height) / 2) as [
    number,
    number,
    number,
  ];
  const middle = height / 2;
  const places = [
    [0, into],
    [width * 0.16, into],
    [width * 0.36, inside],
    [width * 0.64, inside],
    [width * 0.84, out],
    [width, out],
  ] as const;
  const above = places.map(([x, half]) => [x, middle - half] as const);
  const below = [...places].reverse().map(([x, half]) => [x, middle + half] as const);
  return `${smooth(above, "M")}${smooth(below, "L")}Z`;
}

// Amounts differ by orders of magnitude; this power keeps the small ones visible and the large ones large.
function thickness(count: number): number {
  return Math.max(0, count) ** 0.4;
}

function smooth(points: readonly (readonly [number, number])[], begin: "M" | "L"): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `${begin}${round(x)} ${round(y)}`;
      const bend = (before[0] + x) / 2;
      return `C${round(bend)} ${round(before[1])} ${round(bend)} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
