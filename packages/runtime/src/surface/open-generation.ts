import type { Choice, EphemeralContext, ModelChoice, Run } from '@hermes/core'
import { type AuxiliaryTask, createHostHooks, type FixedChoice, type HostHooks } from '@hermes/core/wiring'
import { createAsyncCache, createCleanup } from '@hermes/safety'
import { type ComposedAgent, composeAgent } from '../agents/compose-agent.js'
import { registerTools } from '../agents/register-tools.js'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import { featureList } from '../features/feature-list.js'
import { type FeatureSet, openFeatures } from '../features/open-features.js'
import { installedEntries } from '../features/plugins/installed-entries.js'
import { pluginEntries } from '../features/plugins/plugin-entries.js'
import { watchedModel } from '../model/auxiliary/watched-model.js'
import { inFastMode } from '../model/in-fast-mode.js'
import type { ModelInUse, Models } from '../model/models.js'
import { ephemeralOf } from '../prompt/ephemeral-of.js'
import { promptOf } from '../prompt/prompt-of.js'
import { withPersonality } from '../schema/personalities.js'
import { chooseToolsets } from '../toolsets/choose-toolsets.js'
import type { OpenHome } from './open-home.js'
import { fixedFields, withoutFixed } from './pinned-choice.js'
import { keyOfChoice, personalityText, withReasoning } from './settings-of-choice.js'
import type { SurfaceServices } from './surface-services.js'

/** A surface with one version of the settings. */
export interface Generation extends AsyncDisposable {
  readonly snapshot: ConfigSnapshot
  readonly models: Models
  /** Whether a turn is running, or a feature is working in the background. */
  readonly isBusy: boolean
  readonly features: FeatureSet
  /** The agent for the surface's own choice. */
  readonly main: AgentInUse
  /** The plugins' hooks for events outside of turns. */
  readonly hooks: HostHooks
  /** The parts of choices that the machine fixes, which {@link Generation.agentFor} ignores. Absent if there are none. */
  readonly fixed?: FixedChoice
  /** Returns the agent for a choice, from a cache. @throws {ConfigError} when no turn could succeed. */
  agentFor(choice: Choice): Promise<AgentInUse>
}

export interface AgentInUse extends ComposedAgent {
  readonly model: ModelInUse
}

export interface GenerationOptions {
  readonly home: OpenHome
  readonly services: SurfaceServices
  readonly snapshot: ConfigSnapshot
  readonly models: Models
  /** The surface's own choice. */
  readonly choice: ModelChoice
  /** The previous generation, whose features are reused if their settings are equal. */
  readonly previous?: Generation | undefined
}

/** The number of cached agents. It exceeds what the concurrent conversations of a process usually choose. */
const maxAgents = 64

/**
 * Opens a generation. @throws {ConfigError} when a setting cannot work: an unknown toolset, a file that cannot be used, or a service without its key.
 */
export async function openGeneration(options: GenerationOptions): Promise<Generation> {
  const { services, snapshot, previous } = options
  const { host } = services
  const ephemeral = await ephemeralOf(snapshot, host.paths)
  await using opening = createCleanup()
  const features = opening.use(
    await openFeatures({
      entries: [
        ...featureList,
        ...pluginEntries(snapshot.config, host.paths),
        ...installedEntries(snapshot.config, host.paths),
      ],
      host,
      snapshot,
      previous: previous?.features,
    }),
  )
  const hooks = createHostHooks(features.features, {
    origin: { source: host.surface.source },
    report: (problem) => host.logger.log('warn', problem.message),
  })
  const running = new Set<Run>()
  const compose = createComposer({ ...options, ephemeral, hooks }, features, (run) => {
    running.add(run)
    void run.result.then(() => running.delete(run))
  })
  const agents = createAsyncCache<AgentInUse>(maxAgents)
  const fields = fixedFields(snapshot.pinned)
  const agentFor = (choice: Choice) => {
    const effective = withoutFixed(choice, fields)
    return agents(keyOfChoice(effective), () => compose(effective))
  }
  const main = await agentFor(options.choice)
  const ending = opening.move()
  return {
    snapshot,
    models: options.models,
    features,
    main,
    hooks,
    ...(fields.length > 0 && { fixed: { fields, by: host.paths.managed } }),
    agentFor,
    get isBusy() {
      return running.size > 0 || features.isBusy
    },
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}

interface ComposerOptions extends GenerationOptions {
  readonly hooks: HostHooks
  readonly ephemeral: EphemeralContext
}

/** Creates a function that composes agents from the parts that all of them share with these settings. */
function createComposer(
  { home, services: { host, approvals, network }, snapshot, models, ephemeral, hooks }: ComposerOptions,
  { features, list }: FeatureSet,
  onRun: (run: Run) => void,
): (choice: Choice) => Promise<AgentInUse> {
  const { config, variables } = snapshot
  const { environment, folderOf, spill, programs, logger, redactor } = host
  const gateFor = approvals.gatesFor(config)
  const registry = registerTools(list)
  const prompt = promptOf(config, host)
  const byConfig = chooseToolsets(config, host.surface)
  const executor = { redactor, environment, folderOf, spill, programs, variables, logger }

  async function modelFor(choice: Choice): Promise<ModelInUse> {
    const model = await models.choose(choice)
    const chosen = {
      ...model,
      config: withReasoning(model.config, choice),
      auxiliary: (task: AuxiliaryTask) => watchedModel(model.auxiliary(task), hooks.sideCalls),
    }
    return choice.speed === undefined ? chosen : inFastMode(chosen, choice.speed)
  }

  return async (choice) => {
    const model = await modelFor(choice)
    const composed = composeAgent({
      main: model,
      prompt: withPersonality(prompt, personalityText(config, choice)),
      ephemeral,
      toolsets: { ...byConfig, ...(choice.toolsets && { toolsets: choice.toolsets }) },
      features,
      registry,
      executor: {
        ...executor,
        gate: network.watch(gateFor(choice.approvals), choice.network),
        toolSearch: config.tools.tool_search,
      },
      store: home.store,
      modelFor: models.use,
    })
    // Throws for an unknown toolset.
    composed.selected()
    const watched = host.turns.watch(composed.agent, onRun)
    return { ...composed, agent: home.wrapAgent?.(watched, model.model) ?? watched, model }
  }
}
