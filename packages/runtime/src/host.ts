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
 * The services that features build on. They are created before all features and are the same for each. Features never see each other: a
 * service that one needs from another belongs here.
 */
export interface Host<Settings = unknown> extends PluginHost {
  /** The feature's own section of the config. */
  readonly settings: Settings
  readonly paths: HomePaths
  readonly surface: Surface
  /** The folder with the skills that ship with the application. */
  readonly bundledSkills?: string
  /** Redacts tool output; `false` if the config disables redaction. */
  readonly redactor: Redactor | false
  /** Scans third-party text that becomes instructions, with the configured judge. */
  readonly scan: Scan
  /** The shell state of each task: its folder and variables. */
  readonly shells: ShellStates
  /** Returns the current folder of a task's shell. */
  folderOf(taskId: string): string
  /** Denies single conversations access to a file. Absent on surfaces that do not serve strangers. */
  readonly refuseFile?: RefuseFile
  /** Maps paths to what commands see. Absent where commands and file tools see the same files. */
  readonly fileView?: PathView
  /** Stores results that are too long for the model. */
  readonly spill: SpillStore
  /** The files that conversations have created or changed. Without a sandbox, running them requires approval. */
  readonly writtenFiles: WrittenFiles
  readonly processes: BackgroundProcesses
  readonly jobServices: JobServices
  /** The embedding model of `auxiliary.embedding`. `undefined` if the settings name none. */
  readonly embedder: Embedder | undefined
  readonly turns: RunningTurns
  readonly subagents: RunningChildren
  /** Looks up packages before the programs of servers start. */
  readonly packages: PackageCheck
  /** Routes the calls of programs to the tools of the agent that runs them. */
  readonly programs: ProgramCalls
  /** The skills of MCP servers. */
  readonly skillShelf: SkillShelf
}

/** The contributions of a feature: tools, prompt sections, hooks, commands. May be disposable. */
export interface Feature extends Plugin, Partial<AsyncDisposable> {
  /** Tools that can change while the feature is loaded, in addition to `tools`. */
  readonly source?: ToolSource
  /** Returns tools that depend on the agent: on its model or its other tools. */
  toolsFor?(agent: AgentSetup): readonly Tool[]
  /** Whether to exclude the feature's hooks and prompt sections from sub-agents. Default: false. */
  readonly isForConversations?: boolean
  /** Whether background work is running, so that a config change must not dispose the feature yet. Default: always false. */
  isBusy?(): boolean
  /** Data for surfaces to show. */
  readonly shown?: ShownByFeatures
}

/** The data that features provide to surfaces, besides the agent. */
export interface ShownByFeatures {
  readonly checkpoints?: Checkpoints
  readonly skills?: SkillStarter
  readonly transcriber?: Transcriber
  readonly speaker?: Speaker
}

/** Creates a feature. Resolves to `undefined` when it does not apply, for example to files on another machine or to a surface without lists. */
export type CreateFeature<Settings> = (host: Host<Settings>) => Promise<Feature | undefined>

/** An agent under construction. */
export interface AgentSetup {
  /** The agent's model. */
  readonly main: ModelInUse
  /** The agent's prompt sections about itself and its environment, which precede those of features. */
  readonly prompt: readonly PromptSection[]
  /** What the agent's requests add to the prompt and the messages of a session. */
  readonly ephemeral: EphemeralContext
  readonly toolsets: ChosenToolsets
  /** Resolves the model for other settings. @throws {ConfigError} when no call could succeed. */
  modelFor(config: Config): Promise<ModelInUse>
  /** The gate that all of this agent's calls pass. */
  readonly gate: ToolGate
  /** Returns the tools of a new session. Call it only while the agent runs. */
  tools(): readonly Tool[]
  /** Composes a sub-agent with the same store, gate and budget. */
  openChild(child: ChildSetup): Agent
}

export interface ChildSetup {
  readonly main: ModelInUse
  readonly tools: readonly Tool[]
  readonly prompt: readonly PromptSection[]
  /** What the sub-agent's requests add to the prompt and the messages of a session. Default: nothing. */
  readonly ephemeral?: EphemeralContext
}
