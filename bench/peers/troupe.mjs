// This library as a user gets it: the packed package, installed beside its peers.
import * as library from "troupe";
import { main, versionsOf } from "./bench/peers/harness.js";
import { troupeOn } from "./bench/troupe.js";

await main(troupeOn(library, versionsOf("troupe", "xstate", "zod")));
