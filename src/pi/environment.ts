const YES = new Set(["1", "true", "yes", "on"]);

/** Whether a switch of the environment is on: `1`, `true`, `yes` or `on`, in any case. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && YES.has(value.trim().toLowerCase());
}

/** `PI_TOOL_REPAIR_DISABLED` turns everything off. */
export function isDisabledByEnvironment(env: NodeJS.ProcessEnv): boolean {
  return isOn(env.PI_TOOL_REPAIR_DISABLED);
}
