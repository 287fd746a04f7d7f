import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type FauxContentBlock, fauxAssistantMessage, fauxProvider } from "@earendil-works/pi-ai";
import {
  type AgentSession,
  createAgentSession,
  DefaultResourceLoader,
  type ExtensionFactory,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { vi } from "vitest";
import toolRecovery from "../../src/index.ts";

type Reply = string | FauxContentBlock | readonly FauxContentBlock[] | ReturnType<typeof fauxAssistantMessage>;

export interface SessionOptions {
  /** One entry a request of the session; afterwards the model says "Done.". */
  readonly replies: readonly Reply[];
  /** The content of `tool-recovery.json`; a string is written as it is. */
  readonly settings?: object | string;
  /** Put into the working folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Put into pi's global folder. */
  readonly agentFiles?: Readonly<Record<string, string>>;
  /** In place of the whole extension. */
  readonly extension?: ExtensionFactory;
  /** Extensions loaded before and after ours. */
  readonly before?: readonly ExtensionFactory[];
  readonly after?: readonly ExtensionFactory[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A session of the real pi in this process, with the extension and a scripted model. */
export interface PiSession extends AsyncDisposable {
  readonly session: AgentSession;
  readonly agentDir: string;
  readonly cwd: string;
  /** What the model would have been sent at each request. */
  readonly contexts: readonly (readonly { readonly role: string }[])[];
  prompt(text?: string): Promise<void>;
  /** What the user was told. */
  readonly notices: readonly string[];
  /** Errors pi reports about extensions. */
  readonly errors: readonly string[];
  file(name: string): Promise<string | undefined>;
}

export async function startSession(options: SessionOptions): Promise<PiSession> {
  const root = await mkdtemp(join(tmpdir(), "pi-session-"));
  const agentDir = join(root, "agent");
  const cwd = join(root, "work");
  await mkdir(agentDir, { recursive: true });
  await mkdir(cwd, { recursive: true });
  vi.stubEnv("PI_CODING_AGENT_DIR", agentDir);
  for (const [name, value] of Object.entries(options.env ?? {})) vi.stubEnv(name, value);
  await write(cwd, options.files ?? {});
  await write(agentDir, options.agentFiles ?? {});
  if (options.settings !== undefined) {
    const text = typeof options.settings === "string" ? options.settings : JSON.stringify(options.settings);
    await write(agentDir, { "tool-recovery.json": text });
  }

  const faux = fauxProvider({ provider: "mock", models: [{ id: "main" }] });
  const contexts: (readonly { readonly role: string }[])[] = [];
  faux.setResponses([
    ...options.replies.map((reply) => (context: { readonly messages: readonly { readonly role: string }[] }) => {
      contexts.push(structuredClone(context.messages));
      return toMessage(reply);
    }),
    fauxAssistantMessage("Done."),
  ]);
  const modelRuntime = await ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: null,
    refreshOnCreate: false,
  });
  modelRuntime.registerNativeProvider(faux.provider);
  await modelRuntime.refresh({ allowNetwork: false });
  const settingsManager = SettingsManager.inMemory({});
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager,
    extensionFactories: [...(options.before ?? []), options.extension ?? toolRecovery, ...(options.after ?? [])],
    noSkills: true,
    noContextFiles: true,
  });
  await resourceLoader.reload();
  const { session } = await createAgentSession({
    cwd,
    agentDir,
    model: faux.getModel(),
    modelRuntime,
    resourceLoader,
    settingsManager,
    sessionManager: SessionManager.inMemory(cwd),
  });
  const notices: string[] = [];
  const errors: string[] = [];
  const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    notices.push(String(text).trim());
    return true;
  });
  await session.bindExtensions({ mode: "print", onError: ({ error }) => void errors.push(error) });
  return {
    session,
    agentDir,
    cwd,
    contexts,
    notices,
    errors,
    prompt: (text = "Go on.") => session.prompt(text),
    async file(name) {
      const names = await readdir(cwd, { recursive: true });
      return names.includes(name) ? readFile(join(cwd, name), "utf8") : undefined;
    },
    async [Symbol.asyncDispose]() {
      session.dispose();
      stderr.mockRestore();
      vi.unstubAllEnvs();
      // What the extension writes in the background may still arrive.
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    },
  };
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

function toMessage(reply: Reply): ReturnType<typeof fauxAssistantMessage> {
  if (typeof reply === "string") return fauxAssistantMessage(reply);
  if ("role" in reply) return reply;
  return fauxAssistantMessage("type" in reply ? [reply] : [...reply], { stopReason: "toolUse" });
}

/** The calls of all assistant messages, as the session holds them. */
export function assistantCalls({ session }: PiSession) {
  return session.messages
    .filter((message) => message.role === "assistant")
    .flatMap(({ content }) => content.filter((part) => part.type === "toolCall"));
}

export function results({ session }: PiSession) {
  return session.messages
    .filter((message) => message.role === "toolResult")
    .map(({ content, isError, toolName }) => ({
      toolName,
      isError,
      text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    }));
}

/** The `tool_call_repair` entries of all assistant messages. */
export function repairs({ session }: PiSession) {
  return session.messages
    .filter((message) => message.role === "assistant")
    .flatMap(({ diagnostics }) => diagnostics ?? [])
    .filter(({ type }) => type === "tool_call_repair")
    .map(({ details }) => details);
}
