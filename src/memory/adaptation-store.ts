import { join } from "node:path";
import {
  ADAPTATION_VERSION,
  type Adaptation,
  isAt,
  type ModelMemory,
  type ModelPlace,
  parseAdaptation,
  type Tallies,
  withModel,
} from "./adaptation.ts";
import { hostFingerprint } from "./host-fingerprint.ts";
import type { ProtocolMemory } from "./protocol-memory.ts";
import type { SessionReport } from "./session-report.ts";
import { learn, removeRule } from "./standing-rules.ts";
import { openStore, type Store } from "./store.ts";

/** A model on this machine. */
export type LocalModel = Omit<ModelPlace, "host">;

/** What was learned about models, kept in `adaptation.json` and shared by all pi processes. Never rejects. */
export interface AdaptationStore {
  /** What is known of the models of this machine. */
  models(): Promise<readonly ModelMemory[]>;
  of(model: LocalModel): Promise<ModelMemory | undefined>;
  learn(model: LocalModel, report: SessionReport): Promise<void>;
  /** Keeps how the model calls tools. */
  setProtocol(model: LocalModel, protocol: ProtocolMemory): Promise<void>;
  /**
   * Takes a standing or counted rule away for good, at every endpoint of the model on this machine.
   * @returns Whether there was one.
   */
  remove(provider: string, model: string, rule: string): Promise<boolean>;
}

export function adaptationFile(folder: string): string {
  return join(folder, "adaptation.json");
}

/** @param folder The extension's state folder. */
export function openAdaptation(folder: string, report: (key: string, message: string) => void): AdaptationStore {
  const store: Store<Adaptation> = openStore({
    file: adaptationFile(folder),
    version: ADAPTATION_VERSION,
    empty: { models: [] },
    parse: parseAdaptation,
    report,
  });
  const host = hostFingerprint();
  const here = async () => (await store.read()).models.filter((memory) => memory.host === host);

  return {
    models: here,
    of: async (model) => (await here()).find(isAt({ host, ...model })),
    async learn(model, sessionReport) {
      const now = Date.now();
      await store.update((adaptation) =>
        withModel(adaptation, { host, ...model }, (memory) =>
          learn({ ...memory, tallies: sum(memory.tallies, sessionReport.tallies) }, sessionReport, now),
        ),
      );
    },
    async setProtocol(model, protocol) {
      await store.update((adaptation) =>
        withModel(adaptation, { host, ...model }, (memory) => ({ ...memory, protocol })),
      );
    },
    async remove(provider, model, rule) {
      const isMeant = (memory: ModelMemory) =>
        memory.host === host && memory.provider === provider && memory.model === model;
      const saved = await store.update((adaptation) => {
        const models = adaptation.models.map((memory) =>
          isMeant(memory) ? removeRule(memory, rule, Date.now()) : memory,
        );
        return models.every((memory, at) => memory === adaptation.models[at]) ? adaptation : { models };
      });
      return saved.kind === "written";
    },
  };
}

function sum(a: Tallies, b: Tallies): Tallies {
  return {
    sessions: a.sessions + b.sessions,
    calls: a.calls + b.calls,
    reported: a.reported + b.reported,
    repaired: a.repaired + b.repaired,
    recovered: a.recovered + b.recovered,
    refused: a.refused + b.refused,
  };
}
