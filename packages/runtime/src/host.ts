import type { Agent, Plugin, PromptSection, Tool } from '@hermes/core'
import type { Host as PluginHost } from '@hermes/core/extension'
import type { Redactor } from '@hermes/safety/redact'
import type { ShellStates, SpillStore } from '@hermes/tools'
import type { Checkpoints } from '@hermes/tools/checkpoints'
import type { HomePaths } from './home/home-paths.js'
import type { ModelInUse } from './model/models.js'
import type { Surface } from './runtime-options.js'
import type { Config } from './schema/config-schema.js'
import type { BackgroundProcesses } from './services/open-processes.js'
import type { ProgramRoad } from './services/program-road.js'
import type { RunningTurns } from './services/running-turns.js'
import type { ChosenToolsets } from './toolsets/choose-toolsets.js'

/**
 * What features lean on: made before all of them, and the same for each. A feature never sees another one; where one needs a
 * service of another, that service stands here.
 */
export interface Host<Settings = unknown> extends PluginHost {
  /** The feature's own part of the config. */
  readonly settings: Settings
  readonly paths: HomePaths
  readonly surface: Surface
  /** Takes secrets out of what tools give out; `false` where the config lets them pass. */
  readonly redactor: Redactor | false
  /** The shell of each task: its folder and its variables. */
  readonly shells: ShellStates
  /** The folder that a task's shell is in. */
  folderOf(taskId: string): string
  /** Keeps what is too long for the model. */
  readonly spill: SpillStore
  readonly processes: BackgroundProcesses
  readonly turns: RunningTurns
  /** How the calls of programs reach the tools of the agent that runs them. */
  readonly programs: ProgramRoad
}

/** What is wired around an agent: tools, prompt sections, hooks, commands; and an end. */
export interface Feature extends Plugin, Partial<AsyncDisposable> {
  /** Tools that depend on the agent they are for: on its model, or on its other tools. */
  toolsFor?(agent: AgentSetup): readonly Tool[]
  /** Sub-agents get neither its hooks nor its prompt sections. Default false. */
  readonly isForConversations?: boolean
  /** Work goes on that outlives turns: the feature is not ended for a change of the config meanwhile. Default: none does. */
  isBusy?(): boolean
  /** What surfaces show of it. */
  readonly shown?: ShownByFeatures
}

/** What surfaces get of features, beside the agent. */
export interface ShownByFeatures {
  readonly checkpoints?: Checkpoints
}

/** Resolves to `undefined` where there is nothing to wire: another machine's files, a surface that keeps no list. */
export type CreateFeature<Settings> = (host: Host<Settings>) => Promise<Feature | undefined>

/** An agent that is being put together. */
export interface AgentSetup {
  /** Who answers. */
  readonly main: ModelInUse
  /** What it is told of itself and its surroundings, before the sections of features. */
  readonly prompt: readonly PromptSection[]
  readonly toolsets: ChosenToolsets
  /** The model of other settings. @throws {ConfigError} when no call to it could succeed. */
  modelFor(config: Config): Promise<ModelInUse>
  /** What a new session gets. To be called when the agent runs. */
  tools(): readonly Tool[]
  /** Wires an agent that works for this one: with the same store, behind the same gate, counted by the same budget. */
  openChild(child: ChildSetup): Agent
}

export interface ChildSetup {
  readonly main: ModelInUse
  readonly tools: readonly Tool[]
  readonly prompt: readonly PromptSection[]
}
