import { type ProtocolMemory, UNTRIED } from "../memory/protocol-memory.ts";
import type { Variant } from "../protocol/variant.ts";
import type { App, ModelKey } from "./app.ts";
import { isOn } from "./environment.ts";
import { load } from "./load.ts";
import { isFlagged } from "./model-flag.ts";
import { placeOf } from "./model-place.ts";
import { modelName } from "./session-prompts.ts";
import { hasLearned, openState } from "./state.ts";

/** Which models write their calls as text instead of making them natively. */
export interface ProtocolChoice {
  /** The variant for a model, `undefined` for native calls. Found out once a session and model, until `forget`. */
  variantFor(model: ModelKey): Promise<Variant | undefined>;
  /** What `variantFor` has answered: for hooks that cannot wait. */
  known(model: ModelKey): Variant | undefined;
  /** Whether what was found out about the model does not hold any more, and would decide. */
  mustRenew(model: ModelKey): Promise<boolean>;
  /** What is remembered of the model. */
  memoryOf(model: ModelKey): Promise<ProtocolMemory>;
  /** Whether the model writes text, and why, for the user: `on (tagged-call): …`. */
  describe(model: ModelKey): Promise<string>;
  forget(model: ModelKey): void;
}

/** Used where the user asks for the protocol and nothing was tried out. */
const DEFAULT_VARIANT = "tagged-call";

interface Choice {
  readonly variant: Variant | undefined;
  readonly why: string;
}

/**
 * The environment and a native verdict always keep the protocol off. Then a setting decides, then a flag of the model, then
 * what was found out; a model that knows no notation is not asked again until the user resets it.
 */
export function createProtocolChoice(app: App): ProtocolChoice {
  const known = app.perSession(() => new Map<string, Choice>());

  async function memoryOf(model: ModelKey): Promise<ProtocolMemory> {
    const ctx = app.context();
    // Most users have never tried a model out: for them this costs one look at the disk.
    if (ctx === undefined || !hasLearned(app)) return UNTRIED;
    return (await (await openState(app)).of(placeOf(model, ctx)))?.protocol ?? UNTRIED;
  }

  async function choose(model: ModelKey): Promise<Choice> {
    const name = modelName(model);
    const off = (why: string): Choice => ({ variant: undefined, why });
    if (isOn(process.env.PI_TEXT_TOOL_CALL_PROTOCOL_DISABLED)) return off("PI_TEXT_TOOL_CALL_PROTOCOL_DISABLED is set");
    const setting = app.settings().textProtocol[name];
    if (setting === false) return off('the setting "textProtocol" says so');
    const memory = await memoryOf(model);
    if (memory.kind === "native") return off("its native calls work");
    if (memory.kind === "none") {
      const why = `${name} calls tools in no way that is known (${memory.reason})`;
      app.reportOnce(`protocol-none:${name}`, `${why}. /toolprotocol-reset ${name} lets it be tried out again.`);
      return off(why);
    }
    const found = await variantIn(memory);
    if (setting === true) return on(found ?? (await defaultVariant()), 'the setting "textProtocol" says so');
    const entry = app.context()?.modelRegistry.find(model.provider, model.model);
    if (isFlagged(model, entry, app.agentDir)) {
      return on(found ?? (await defaultVariant()), "the model is flagged textToolCallProtocol");
    }
    return found === undefined ? off("nobody asked for it") : on(found, "it was tried out");
  }

  async function choiceFor(model: ModelKey): Promise<Choice> {
    if (!app.active()) return { variant: undefined, why: "tool recovery is off" };
    const name = modelName(model);
    const choice = known().get(name) ?? (await choose(model));
    known().set(name, choice);
    return choice;
  }

  return {
    known: (model) => (app.active() ? known().get(modelName(model))?.variant : undefined),
    forget: (model) => void known().delete(modelName(model)),
    memoryOf,
    variantFor: async (model) => (await choiceFor(model)).variant,
    async mustRenew(model) {
      if (!app.active() || isOn(process.env.PI_TEXT_TOOL_CALL_PROTOCOL_DISABLED)) return false;
      if (app.settings().textProtocol[modelName(model)] === false) return false;
      const memory = await memoryOf(model);
      return memory.kind === "invalid" || (memory.kind === "text-protocol" && (await variantIn(memory)) === undefined);
    },
    async describe(model) {
      const { variant, why } = await choiceFor(model);
      return variant === undefined ? `off: ${why}` : `on (${variant.name}): ${why}`;
    },
  };
}

function on(variant: Variant | undefined, why: string): Choice {
  return { variant, why };
}

/** The variant of a verdict, `undefined` where it is of another version of this extension. */
async function variantIn(memory: ProtocolMemory): Promise<Variant | undefined> {
  if (memory.kind !== "text-protocol") return undefined;
  const { VARIANT_VERSION } = await load(() => import("../protocol/variant.ts"));
  const { variantNamed } = await load(() => import("../protocol/variants.ts"));
  return memory.version === VARIANT_VERSION ? variantNamed(memory.variant) : undefined;
}

async function defaultVariant(): Promise<Variant | undefined> {
  return (await load(() => import("../protocol/variants.ts"))).variantNamed(DEFAULT_VARIANT);
}
