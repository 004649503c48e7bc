import { bare } from "./bench/bare.js";
import { main } from "./bench/peers/harness.js";

await main(bare);
