import type { ActorLogic, ActorRef, AnyActorSystem, EventObject, Snapshot } from "xstate";
import type { RunOptions } from "./options.ts";
import type { Run } from "../core/run.ts";
