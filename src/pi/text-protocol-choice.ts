import type { ProtocolMemory } from "../memory/protocol-memory.ts";
import type { Variant } from "../protocol/variant.ts";
import type { App, ModelKey } from "./app.ts";
import { isOn } from "./environment.ts";
import { load } from "./load.ts";
import { placeOf } from "./model-place.ts";
import { modelName } from "./session-prompts.ts";
import { hasLearned, openState } from "./state.ts";
import { isAsked } from "./text-protocol.ts";

/** Which models write their calls as text instead of making them natively. */
export interface ProtocolChoice {
  /** The variant for a model, `undefined` for native calls. Found out once a session and model, until `forget`. */
  variantFor(model: ModelKey): Promise<Variant | undefined>;
  /** What `variantFor` has answered: for hooks that cannot wait. */
  known(model: ModelKey): Variant | undefined;
  /** What is remembered of the model. */
  memoryOf(model: ModelKey): Promise<ProtocolMemory>;
  forget(model: ModelKey): void;
}

const UNTRIED: ProtocolMemory = { kind: "untried" };

/** Used where the user asks for the protocol and nothing was tried out. */
const DEFAULT_VARIANT = "tagged-call";

/** The protocol is off for a model with a native verdict, whatever else is set; then a setting decides, then a flag of the model, then what was found out. */
export function createProtocolChoice(app: App): ProtocolChoice {
  const known = app.perSession(() => new Map<string, Variant | undefined>());

  async function memoryOf(model: ModelKey): Promise<ProtocolMemory> {
    const ctx = app.context();
    // Most users have never tried a model out: for them this costs one look at the disk.
    if (ctx === undefined || !hasLearned(app)) return UNTRIED;
    return (await (await openState(app)).of(placeOf(model, ctx)))?.protocol ?? UNTRIED;
  }

  async function choose(model: ModelKey): Promise<Variant | undefined> {
    if (!app.active() || isOn(process.env.PI_TEXT_TOOL_CALL_PROTOCOL_DISABLED)) return undefined;
    const setting = app.settings().textProtocol[modelName(model)];
    if (setting === false) return undefined;
    const memory = await memoryOf(model);
    if (memory.kind === "native" || memory.kind === "none") return undefined;
    const asked = isAsked(app, model);
    if (!asked && memory.kind !== "text-protocol") return undefined;
    const { variantNamed } = await load(() => import("../protocol/variants.ts"));
    const { VARIANT_VERSION } = await load(() => import("../protocol/variant.ts"));
    if (memory.kind === "text-protocol" && memory.version === VARIANT_VERSION) return variantNamed(memory.variant);
    return asked ? variantNamed(DEFAULT_VARIANT) : undefined;
  }

  return {
    known: (model) => known().get(modelName(model)),
    forget: (model) => void known().delete(modelName(model)),
    memoryOf,
    async variantFor(model) {
      const name = modelName(model);
      if (!known().has(name)) known().set(name, await choose(model));
      return known().get(name);
    },
  };
}
