import type { Agent, Embedder, EphemeralContext, Plugin, PromptSection, Tool, ToolGate } from '@hermes/core'
import type { Host as PluginHost } from '@hermes/core/extension'
import type { Speaker, Transcriber } from '@hermes/media'
import type { Redactor } from '@hermes/safety/redact'
import type { Scan } from '@hermes/safety/scan'
import type { SkillStarter } from '@hermes/skills'
import type { PathView, RefuseFile, RunningChildren, ShellStates, SpillStore, ToolSource } from '@hermes/tools'
import type { Checkpoints } from '@hermes/tools/checkpoints'
import type { HomePaths } from './home/home-paths.js'
import type { PackageCheck } from './malware/package-check.js'
import type { ModelInUse } from './model/models.js'
import type { Surface } from './runtime-options.js'
import type { Config } from './schema/config-schema.js'
import type { JobServices } from './services/open-jobs.js'
import type { BackgroundProcesses } from './services/open-processes.js'
import type { ProgramCalls } from './services/program-calls.js'
import type { RunningTurns } from './services/running-turns.js'
import type { SkillShelf } from './services/skill-shelf.js'
import type { WrittenFiles } from './services/written-files.js'
import type { ChosenToolsets } from './toolsets/choose-toolsets.js'

/**
 * The services that features build on: created before all features and the same for each. A feature never sees another feature; a service
 * that one needs from another belongs here.
 */
export interface Host<Settings = unknown> extends PluginHost {
  /** The feature's own section of the config. */
  readonly settings: Settings
  readonly paths: HomePaths
  readonly surface: Surface
  /** The folder of the skills that the application ships. */
  readonly bundledSkills?: string
  /** Redacts tool output; `false` if the config disables redaction. */
  readonly redactor: Redactor | false
  /** Scans texts of others that become instructions, with the configured judge. */
  readonly scan: Scan
  /** The shell of each task: its folder and variables. */
  readonly shells: ShellStates
  /** The current folder of a task's shell. */
  folderOf(taskId: string): string
  /** Refuses files to single conversations. Absent on surfaces whose conversations are no strangers to each other. */
  readonly refuseFile?: RefuseFile
  /** Paths as commands see them. Absent where they see the same files as the file tools. */
  readonly fileView?: PathView
  /** Stores results that are too long for the model. */
  readonly spill: SpillStore
  /** Files that conversations have created or changed. Without a sandbox, running them is asked about. */
  readonly writtenFiles: WrittenFiles
  readonly processes: BackgroundProcesses
  readonly jobServices: JobServices
  /** The model of `auxiliary.embedding`, if it names one. */
  readonly embedder: Embedder | undefined
  readonly turns: RunningTurns
  readonly subagents: RunningChildren
  /** Looks up packages before programs of servers are started. */
  readonly packages: PackageCheck
  /** Routes the calls of programs to the tools of the agent that runs them. */
  readonly programs: ProgramCalls
  /** The skills of MCP servers. */
  readonly skillShelf: SkillShelf
}

/** The contributions of a feature: tools, prompt sections, hooks, commands. May be disposable. */
export interface Feature extends Plugin, Partial<AsyncDisposable> {
  /** Tools that come and go, besides `tools`. */
  readonly source?: ToolSource
  /** Tools that depend on the agent: on its model, or on its other tools. */
  toolsFor?(agent: AgentSetup): readonly Tool[]
  /** Excludes its hooks and prompt sections from sub-agents. Default false. */
  readonly isForConversations?: boolean
  /** Whether background work is running, so that a config change must not dispose the feature yet. Default: never. */
  isBusy?(): boolean
  /** Data for surfaces. */
  readonly shown?: ShownByFeatures
}

/** The data that surfaces get from features, besides the agent. */
export interface ShownByFeatures {
  readonly checkpoints?: Checkpoints
  readonly skills?: SkillStarter
  readonly transcriber?: Transcriber
  readonly speaker?: Speaker
}

/** Resolves to `undefined` when the feature is not applicable: on another machine's files, on a surface without lists. */
export type CreateFeature<Settings> = (host: Host<Settings>) => Promise<Feature | undefined>

/** An agent under construction. */
export interface AgentSetup {
  /** Its model. */
  readonly main: ModelInUse
  /** Its prompt sections about itself and its environment, before those of features. */
  readonly prompt: readonly PromptSection[]
  /** What its requests add to the prompt and the messages of a session. */
  readonly ephemeral: EphemeralContext
  readonly toolsets: ChosenToolsets
  /** Resolves the model of other settings. @throws {ConfigError} when no call could succeed. */
  modelFor(config: Config): Promise<ModelInUse>
  /** The one gate, as this agent's own calls pass it. */
  readonly gate: ToolGate
  /** The tools of a new session. Call it only when the agent runs. */
  tools(): readonly Tool[]
  /** Composes a sub-agent with the same store, gate and budget. */
  openChild(child: ChildSetup): Agent
}

export interface ChildSetup {
  readonly main: ModelInUse
  readonly tools: readonly Tool[]
  readonly prompt: readonly PromptSection[]
  /** Default: none. */
  readonly ephemeral?: EphemeralContext
}
