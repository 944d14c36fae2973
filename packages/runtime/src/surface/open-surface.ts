import type { Agent } from '@hermes/core'
import { createCleanup } from '@hermes/safety'
import { modelAliasesOf } from '../config/sources/model-aliases-of.js'
import { ownModelOf } from '../config/sources/own-model-of.js'
import { describeFeatures } from '../features/describe-features.js'
import { costPerTurn, limitsTurns, withoutPrice } from '../model/limits-in-usd.js'
import { loadTokenCounter } from '../model/load-token-counter.js'
import type { ModelInUse } from '../model/models.js'
import { referenceOf } from '../model/reference-of.js'
import type { Runtime } from '../runtime.js'
import { handOverSession } from '../services/hand-over-session.js'
import { sessionProcesses } from '../services/session-processes.js'
import { describeCall } from '../toolsets/describe-call.js'
import { describeTools } from '../toolsets/tool-status.js'
import { createHomeSettings } from './create-home-settings.js'
import { openGenerations } from './generations.js'
import type { AgentInUse } from './open-generation.js'
import type { OpenHome } from './open-home.js'
import { ownModel } from './own-model.js'
import { type CurrentState, openSurfaceServices, type SurfaceOptions } from './surface-services.js'

export interface OpenSurfaceOptions extends SurfaceOptions {
  /** Whether to dispose the home together with the surface. */
  readonly ownsHome?: boolean
}

/**
 * Opens a surface of a home, with its own environment, toolsets and questions, and the shared store and models.
 * @throws {ConfigError} when a setting cannot work: an unknown provider, folder or toolset, or a missing key.
 */
export async function openSurface(home: OpenHome, options: OpenSurfaceOptions): Promise<Runtime> {
  const { settings, surface, ownsHome, model = {} } = options
  await using opening = createCleanup()
  if (ownsHome) opening.use(home)
  const choosing = home.models(settings.current, surface).then((models) => ownModel(models, model))
  // Awaited with the generation. Until then, the environment may fail first.
  choosing.catch(() => undefined)
  const currentState: CurrentState = {}
  const services = await openSurfaceServices(home, options, currentState, opening)
  const generations = opening.use(await openGenerations({ ...options, home, services, currentState }))
  const { host, approvals } = services
  const { paths, logger, store, modelCalls } = home
  const main = (): AgentInUse => generations.current.main
  const limits = unlimitedCost(main().model)
  const warnings = [...home.warnings, ...main().model.warnings, ...services.warnings, ...limits]
  const ending = opening.move()
  return {
    get config() {
      return generations.current.snapshot.config
    },
    get variables() {
      return generations.current.snapshot.variables
    },
    paths,
    get model() {
      return main().model.model
    },
    agent: following(() => main().agent),
    async agentFor(choice) {
      const generation = await generations.refresh()
      const { agent, model } = await generation.agentFor(choice)
      const { id, provider, contextWindow, maxOutputTokens, price } = model.model
      const reference = referenceOf(model)
      return {
        agent,
        model: {
          id,
          provider,
          ...(contextWindow !== undefined && { contextWindow }),
          ...(maxOutputTokens !== undefined && { maxOutputTokens }),
          ...(price && { price }),
          ...(reference && { reference }),
        },
        ...(generation.fixed && { fixed: generation.fixed }),
      }
    },
    reload: () => generations.reload(),
    settings: createHomeSettings(paths, () => generations.current.snapshot.config),
    get hooks() {
      return generations.current.hooks
    },
    subagents: host.subagents,
    handOver(id, target, signal) {
      const { platforms } = generations.current.snapshot.config
      return handOverSession({ store, platforms }, id, { target, signal })
    },
    auxiliary: (task) => main().model.auxiliary(task),
    store,
    modelCalls,
    jobServices: host.jobServices,
    questions: host.questions,
    processes: sessionProcesses(host.processes),
    approvals: approvals.approvals,
    get checkpoints() {
      return generations.current.features.features.find(({ shown }) => shown?.checkpoints)?.shown?.checkpoints
    },
    get skills() {
      return generations.current.features.features.find(({ shown }) => shown?.skills)?.shown?.skills
    },
    get transcriber() {
      return generations.current.features.features.find(({ shown }) => shown?.transcriber)?.shown?.transcriber
    },
    get speaker() {
      return generations.current.features.features.find(({ shown }) => shown?.speaker)?.shown?.speaker
    },
    environment: host.environment,
    ...(services.environmentProblem !== undefined && { environmentProblem: services.environmentProblem }),
    logger,
    warnings,
    safetyWarnings: [...home.warnings, ...services.warnings, ...limits],
    tools: () => main().executor.definitions(),
    get promptSections() {
      return main().promptSections
    },
    tokenCounter: loadTokenCounter,
    describeModels: () => generations.current.models.offers(),
    modelAliases: () => modelAliasesOf(generations.current.snapshot.config),
    ownModel: (text) => ownModelOf(text, generations.current.snapshot.config),
    async describeTools() {
      const { registry, selected } = main()
      await registry.ready()
      const { variables } = generations.current.snapshot
      return describeTools({ registry, selected: selected(), variables, logger })
    },
    describeCall: (tool, args) => describeCall(main().registry.get(tool), args),
    commands: () => generations.current.features.commands(),
    describeFeatures: () => describeFeatures(generations.current.features.list, main().toolsOf),
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}

/** Returns a sentence if the limit of a turn in US dollars has no effect. */
function unlimitedCost({ config, model }: ModelInUse): readonly string[] {
  const isUnlimited = limitsTurns(config) && !model.isOffline && !model.price
  return isUnlimited ? [withoutPrice(costPerTurn, model.id)] : []
}

/** Creates an agent that delegates to the current one. */
function following(agent: () => Agent): Agent {
  return {
    run: (input, options) => agent().run(input, options),
    chat: (input, options) => agent().chat(input, options),
    resume: (sessionId, options) => agent().resume(sessionId, options),
    compress: (sessionId, options) => agent().compress(sessionId, options),
    context: (sessionId) => agent().context(sessionId),
    session: (id) => agent().session(id),
  }
}
