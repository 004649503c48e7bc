/**
 * What OTLP JSON may have, message by message, from opentelemetry/proto/trace/v1/trace.proto and the files it imports
 * (1.5.0), in the spelling and the types of JSON: `uint64` is a text of digits, `hex16` and `hex32` are ids.
 */
const MESSAGES = {
  TracesData: { resourceSpans: ["ResourceSpans"] },
  ResourceSpans: { resource: "Resource", scopeSpans: ["ScopeSpans"], schemaUrl: "string" },
  Resource: { attributes: ["KeyValue"], droppedAttributesCount: "uint32" },
  ScopeSpans: { scope: "InstrumentationScope", spans: ["Span"], schemaUrl: "string" },
  InstrumentationScope: { name: "string", version: "string", attributes: ["KeyValue"], droppedAttributesCount: "uint32" },
  Span: {
    traceId: "hex32",
    spanId: "hex16",
    traceState: "string",
    parentSpanId: "hex16",
    flags: "uint32",
    name: "string",
    kind: "kind",
    startTimeUnixNano: "uint64",
    endTimeUnixNano: "uint64",
    attributes: ["KeyValue"],
    droppedAttributesCount: "uint32",
    events: ["Event"],
    droppedEventsCount: "uint32",
    links: ["Link"],
    droppedLinksCount: "uint32",
    status: "Status",
  },
  Event: { timeUnixNano: "uint64", name: "string", attributes: ["KeyValue"], droppedAttributesCount: "uint32" },
  Link: { traceId: "hex32", spanId: "hex16", traceState: "string", attributes: ["KeyValue"], droppedAttributesCount: "uint32", flags: "uint32" },
  Status: { message: "string", code: "code" },
  KeyValue: { key: "string", value: "AnyValue" },
  AnyValue: { stringValue: "string", boolValue: "bool", intValue: "int64", doubleValue: "double", arrayValue: "ArrayValue", kvlistValue: "KeyValueList", bytesValue: "string" },
  ArrayValue: { values: ["AnyValue"] },
  KeyValueList: { values: ["KeyValue"] },
} as const satisfies Record<string, Record<string, string | readonly [string]>>;

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string" && !/[\uD800-\uDFFF]/u.test(value),
  bool: (value) => typeof value === "boolean",
  double: (value) => typeof value === "number" && Number.isFinite(value),
  uint32: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32,
  uint64: (value) => typeof value === "string" && /^\d+$/.test(value) && BigInt(value) < 2n ** 64n,
  int64: (value) => typeof value === "string" && /^-?\d+$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value),
  kind: (value) => [0, 1, 2, 3, 4, 5].includes(value as number),
  code: (value) => [0, 1, 2].includes(value as number),
  hex32: (value) => typeof value === "string" && /^[0-9a-f]{32}$/.test(value) && !/^0+$/.test(value),
  hex16: (value) => typeof value === "string" && /^[0-9a-f]{16}$/.test(value) && !/^0+$/.test(value),
};

/** What in a value is not OTLP JSON: the place and what is wrong, one sentence each. An empty `parentSpanId` is a root's. */
export function wrongInOtlp(value: unknown): string[] {
  return wrongIn(value, "TracesData", "the body");
}

function wrongIn(value: unknown, type: string, place: string): string[] {
  const scalar = SCALARS[type];
  if (scalar) return scalar(value) || (place.endsWith(".parentSpanId") && value === "") ? [] : [`${place} is no ${type}`];
  const fields = (MESSAGES as Record<string, Record<string, string | readonly [string]>>)[type] ?? {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${place} is no ${type}`];
  const wrong = Object.entries(value).flatMap(([key, inner]) => {
    const expected = fields[key];
    if (expected === undefined) return [`${place} has ${key}, which ${type} has not`];
    return typeof expected === "string" ? wrongIn(inner, expected, `${place}.${key}`) : wrongInList(inner, expected[0], `${place}.${key}`);
  });
  if (type === "AnyValue" && Object.keys(value).length > 1) wrong.push(`${place} has more than one value`);
  if (type === "KeyValue" && !("key" in value && "value" in value)) wrong.push(`${place} lacks a key or a value`);
  return wrong;
}

function wrongInList(value: unknown, type: string, place: string): string[] {
  return Array.isArray(value) ? value.flatMap((inner, index) => wrongIn(inner, type, `${place}[${index}]`)) : [`${place} is no list`];
}
