import { isObject } from "../../core/json.ts";
import type { OfferedTool } from "../../core/model.ts";

const FREE = ["type", "title", "description", "default", "minLength", "maxLength"]; // whatever else is there, not every text will do

/** The one required parameter of a tool, where any text will do for it; null where it takes something else. */
export function textParameterOf({ parameters }: OfferedTool): string | null {
  const { properties, required } = parameters;
  if (!isObject(properties) || !Array.isArray(required) || required.length !== 1) return null;
  const [name] = required as readonly unknown[]; // isArray yields any
  const property = typeof name === "string" ? properties[name] : undefined;
  const isFree = isObject(property) && property.type === "string" && Object.keys(property).every((key) => FREE.includes(key));
  return typeof name === "string" && isFree ? name : null;
}
