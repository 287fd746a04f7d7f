import type { Tool, ToolCall } from "./call.ts";
import { decideCall } from "./decide-call.ts";
import { refuse } from "./describe-failure.ts";
import type { Outcome } from "./outcome.ts";
import type { ArgumentRule, Rule } from "./rule.ts";
import type { RulesByLevel } from "./settle.ts";
import type { Host } from "./verdict.ts";

/** Decides one call: the verdict, and where the host would not run it as meant, what the rules make of it. */
export interface Engine {
  /**
   * Never throws, never mutates. A call the host runs as meant comes back as the same object.
   * @param tools The active tools by name.
   */
  decide(call: ToolCall, tools: ReadonlyMap<string, Tool>): Outcome;
}

export interface EngineOptions {
  readonly host: Host;
  readonly rules: readonly Rule[];
  /** Per rule name `"off"`, or `"on"` for a guess. */
  readonly switches: Readonly<Record<string, "on" | "off">>;
  /** The user's own aliases: tool → property → names. */
  readonly aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Learned repairs for a tool, tried after the rules of their level. */
  readonly learned: (tool: Tool) => readonly ArgumentRule[];
  /** Told of an error of ours, after which the call stays as it is. */
  readonly onDefect?: (error: unknown) => void;
}

export function createEngine(options: EngineOptions): Engine {
  const active = options.rules.filter((rule) => isOn(rule, options.switches));
  const names = active.filter((rule) => rule.level === "name");
  const texts = active.filter((rule) => rule.level === "text");
  const general = byLevel(active.filter(isArgumentRule));
  const desk = { host: options.host, names, texts, argumentRules };
  const perTool = new WeakMap<Tool, RulesByLevel>();

  function argumentRules(tool: Tool): RulesByLevel {
    const own = ownRules(tool);
    const learned = options.learned(tool);
    return learned.length === 0 ? own : byLevel([...own.envelope, ...own.key, ...own.value, ...learned]);
  }

  /** The general rules behind the user's own aliases for this tool. */
  function ownRules(tool: Tool): RulesByLevel {
    let own = perTool.get(tool);
    if (own === undefined) {
      const aliases = Object.hasOwn(options.aliases, tool.name) ? options.aliases[tool.name] : undefined;
      own = aliases === undefined ? general : byLevel([userAliasRule(aliases), ...active.filter(isArgumentRule)]);
      perTool.set(tool, own);
    }
    return own;
  }

  return {
    decide(call, tools) {
      try {
        return decideCall(call, tools, desk);
      } catch (error) {
        // Only the depth of what the model sent can exhaust the stack; anything else is a defect, and the call stays.
        if (!(error instanceof RangeError)) {
          options.onDefect?.(error);
          return { kind: "untouched", call };
        }
        return refuse(call, { code: "too-large", reason: "the arguments are nested too deeply" }, tools);
      }
    },
  };
}

function isOn(rule: Rule, switches: EngineOptions["switches"]): boolean {
  const choice = Object.hasOwn(switches, rule.name) ? switches[rule.name] : undefined;
  return rule.confidence === "certain" ? choice !== "off" : choice === "on";
}

function isArgumentRule(rule: Rule): rule is ArgumentRule {
  return rule.level !== "name" && rule.level !== "text";
}

function byLevel(rules: readonly ArgumentRule[]): RulesByLevel {
  const at = (level: ArgumentRule["level"]) => rules.filter((rule) => rule.level === level);
  return { envelope: at("envelope"), key: at("key"), value: at("value") };
}

/** The user's aliases as a rule: property → names. */
function userAliasRule(aliases: Readonly<Record<string, readonly string[]>>): ArgumentRule {
  return {
    name: "user-alias",
    confidence: "certain",
    level: "key",
    concerns: (name) => Object.values(aliases).some((names) => names.includes(name)),
    propose({ value }) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
      return Object.entries(aliases).flatMap(([to, names]) =>
        names.filter((from) => Object.hasOwn(value, from)).map((from) => ({ kind: "rename" as const, from, to })),
      );
    },
    examples: [],
  };
}
