import {
  type ContentOrigin,
  type Environment,
  HermesError,
  type PromptSection,
  type SessionId,
  type SessionStore,
  type ToolDefinition,
} from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import { generateSessionId } from '@hermes/core/sessions'
import { type AgentFor, type AuxiliaryModel, withDefaultServices } from '@hermes/core/wiring'
import type { BuiltInServices } from './built-in/built-in-commands.js'
import type { BackgroundWork, RunningSubagents } from './built-in/reports/agents.js'
import type { TokenCounter } from './built-in/reports/measure-context.js'
import type { Fact } from './built-in/reports/status.js'
import type { ModelReference } from './built-in/settings/model.js'
import type { Reloaded } from './built-in/settings/reload.js'
import type { SkillsServices } from './built-in/settings/skills.js'
import type { ApprovalMode, SessionAllowance } from './built-in/turns/approvals.js'
import type { Checkpoints } from './built-in/turns/rollback.js'
import { gitDiff } from './git-diff.js'

/** The services of commands that are the same on every surface. A runtime provides all of them. */
export interface CommandHost {
  readonly agentFor: AgentFor
  readonly store: SessionStore
  readonly questions: QuestionDesk
  readonly approvals: {
    mode(): ApprovalMode
    granted(id: SessionId): Promise<readonly SessionAllowance[]>
    askAgain(id: SessionId): Promise<number>
    isTrusted(origin: ContentOrigin): boolean
    trustForGood(name: string): Promise<unknown>
  }
  readonly environment: Pick<Environment, 'networkOf' | 'spawn' | 'workingDirectory'>
  readonly processes: {
    list(id: SessionId): readonly { readonly id: string; readonly command: string; readonly startedAtMs: number }[]
    stop(id: SessionId): Promise<number>
  }
  /** The running sub-agents, including those that outlive the turn that started them. */
  readonly subagents: RunningSubagents
  reload(): Promise<Reloaded | undefined>
  readonly settings: {
    list(which: 'changed' | 'all'): readonly Fact[]
    set(path: string, text: string): Promise<unknown>
    unset(path: string): Promise<object | undefined>
  }
  /** Returns the model for a side task; `undefined` if none is available. */
  auxiliary(task: 'side_question'): AuxiliaryModel | undefined
  /** The checkpoints of the working folder; `undefined` if none are taken. */
  readonly checkpoints: Checkpoints | undefined
  /** The prompt of a new session. */
  readonly promptSections: readonly PromptSection[]
  /** Lists all tools, each with its availability in a new session or the reason. */
  describeTools(): Promise<readonly ToolAvailability[]>
  /** Returns the tools of a new session. */
  tools(): Promise<readonly ToolDefinition[]>
  tokenCounter(): Promise<TokenCounter>
  /** Lists the models of each provider that can be called, the configured provider first. */
  describeModels(): Promise<readonly { readonly provider: string; readonly models: readonly string[] }[]>
  /** Returns short names for models. */
  modelAliases(): Readonly<Record<string, ModelReference>>
  /** Resolves `server:model`, where the server is one of the user's own. Returns `undefined` for any other text. */
  ownModel(text: string): ModelReference | undefined
  /** The skills. Absent if they are switched off. */
  readonly skills: SkillsServices['skills'] | undefined
}

export interface ToolAvailability {
  readonly name: string
  readonly toolset: string
  readonly state: 'available' | 'off' | 'unavailable'
  readonly reason?: string
}

export interface HostServicesOptions {
  /** The surface as stored with sessions: `cli`, `api_server`. */
  readonly source: string
  readonly workingDirectory: string
  readonly version: string
}

/** Creates the services of built-in commands that all surfaces of a host share. */
export function hostServices(host: CommandHost, { source, workingDirectory, version }: HostServicesOptions) {
  const { agentFor, approvals, environment, processes } = host
  const services = withDefaultServices()
  return {
    version,
    agentFor,
    newTarget: (_, { title, choice }) => ({
      // Generated before the conversation is opened, so that a program elsewhere can refer to it.
      id: generateSessionId(services),
      seed: { source, workingDirectory, ...(title !== undefined && { title }) },
      ...(choice && { choice }),
    }),
    generateId: () => generateSessionId(services),
    async endSession(id, reason, { conversation }) {
      const { agent } = await agentFor(conversation.choice)
      await agent.session(id).end(reason)
    },
    usualMode: () => approvals.mode(),
    allowances: (id) => approvals.granted(id),
    askAgain: (id) => approvals.askAgain(id),
    isTrusted: (origin) => approvals.isTrusted(origin),
    trustForGood: (name) => approvals.trustForGood(name),
    usualNetwork: () => environment.networkOf?.(),
    stopProcesses: (id) => processes.stop(id),
    background: async (id) => backgroundOf(host, id),
    subagents: host.subagents,
    reload: () => host.reload(),
    settings: host.settings,
    sideModel: async () => host.auxiliary('side_question'),
    checkpoints: () => host.checkpoints,
    gitDiff: (request, signal) => gitDiff(environment, request, signal),
    tokenCounter: () => host.tokenCounter(),
    promptSections: () => host.promptSections,
    tools: () => host.tools(),
    describeTools: async () =>
      (await host.describeTools()).map(({ name, toolset, state, reason }) => ({
        name,
        toolset,
        isEnabled: state === 'available',
        ...(reason !== undefined && { reason }),
      })),
    aliases: () => host.modelAliases(),
    ownModel: (text) => host.ownModel(text),
    models: async () =>
      (await host.describeModels()).flatMap(({ provider, models }) => models.map((model) => ({ provider, model }))),
    ...(host.skills && { skills: followingSkills(host) }),
  } satisfies Partial<BuiltInServices>
}

function backgroundOf({ processes }: Pick<CommandHost, 'processes'>, id: SessionId): readonly BackgroundWork[] {
  return processes.list(id).map(
    ({ id: process, command, startedAtMs }): BackgroundWork => ({
      id: process,
      kind: 'process',
      title: command,
      state: 'running',
      sinceMs: startedAtMs,
    }),
  )
}

/** Reads the skills from the current settings. There are none once they are switched off. */
function followingSkills(host: Pick<CommandHost, 'skills'>): SkillsServices['skills'] {
  return {
    skills: () => host.skills?.skills() ?? [],
    bundles: () => host.skills?.bundles() ?? [],
    refresh: async () => host.skills?.refresh(),
    async message(names, request, instructions) {
      if (!host.skills) throw new HermesError('skill/refused', 'Skills are switched off by the settings.')
      return host.skills.message(names, request, instructions)
    },
  }
}
