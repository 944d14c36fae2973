import { join } from 'node:path'
import { EnvironmentError, type ModelChoice } from '@hermes/core'
import type { AuxiliaryTask, HostHooks } from '@hermes/core/wiring'
import type { Cleanup } from '@hermes/safety'
import { createShellStates, RunningChildren } from '@hermes/tools'
import { fetchFromVariables } from '@hermes/transports'
import { type ApprovalDesk, openApprovals } from '../approvals/open-approvals.js'
import { watchInstructions } from '../approvals/watch-instructions.js'
import type { LiveConfig } from '../config/live/live-config.js'
import { chooseEnvironment } from '../environments/choose-environment.js'
import { type CommandNetwork, createCommandNetwork } from '../environments/network/command-network.js'
import { unavailableEnvironment } from '../environments/unavailable-environment.js'
import type { Host } from '../host.js'
import { createJobNames } from '../jobs/create-job-names.js'
import { createJobCheck } from '../jobs/open-job-check.js'
import { openPackageCheck } from '../malware/open-package-check.js'
import { watchedModel } from '../model/auxiliary/watched-model.js'
import type { ModelInUse } from '../model/models.js'
import type { Surface } from '../runtime-options.js'
import { openScan } from '../scan/open-scan.js'
import { openProcesses } from '../services/open-processes.js'
import { openQuestions } from '../services/open-questions.js'
import { openSpill } from '../services/open-spill.js'
import { createProgramCalls } from '../services/program-calls.js'
import { createRunningTurns } from '../services/running-turns.js'
import { createSkillShelf } from '../services/skill-shelf.js'
import { strangerFiles } from '../services/stranger-files.js'
import { createWrittenFiles } from '../services/written-files.js'
import type { OpenHome } from './open-home.js'

export interface SurfaceOptions {
  readonly surface: Surface
  /** The folder where commands start and against which relative paths are resolved. */
  readonly workingDirectory: string
  readonly settings: LiveConfig
  /** See `OpenOptions.model`. */
  readonly model?: ModelChoice
}

/** The surface's own model with the current settings. Side tasks use it even for an agent of earlier settings. */
export interface CurrentState {
  model?: ModelInUse
  /** The hooks of plugins. */
  hooks?: HostHooks
}

/** The services that live as long as a surface, across changes of the settings. */
export interface SurfaceServices {
  readonly host: Omit<Host, 'settings'>
  readonly approvals: ApprovalDesk
  /** The network of commands. */
  readonly network: CommandNetwork
  /** Why the environment for commands is unavailable. Only present for an inspection. */
  readonly environmentProblem?: string
  /** Warnings about safety, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Opens the services that features build on.
 * @throws {ConfigError | EnvironmentError} when the configured environment for commands is not available.
 */
export async function openSurfaceServices(
  home: OpenHome,
  { surface, workingDirectory, settings }: SurfaceOptions,
  currentState: CurrentState,
  opening: Cleanup,
): Promise<SurfaceServices> {
  const { paths, logger, redactor, store, approvals: book, bundledSkills } = home
  // Settings that need a restart are read from the current settings.
  const snapshot = settings.current
  const { config, variables } = snapshot
  const options = { ...snapshot, paths, workingDirectory, surface }
  const warnings: string[] = []
  const fetch = fetchFromVariables(variables)
  const questions = opening.use(openQuestions(options, store, logger))
  const network = createCommandNetwork({
    config,
    isAttended: surface.isAttended ?? surface.ask !== undefined,
    approve: questions.approve,
    grants: book.hosts,
    logger,
  })
  const warn = (sentence: string) => void warnings.push(sentence)
  const chosen = await chooseEnvironment(options, logger, warn, network).catch((error: unknown) => {
    if (surface.isInspection && EnvironmentError.is(error)) return error
    throw error
  })
  const problem = EnvironmentError.is(chosen) ? chosen : undefined
  const environment = opening.use(
    EnvironmentError.is(chosen)
      ? unavailableEnvironment({ id: config.terminal.backend, workingDirectory }, chosen)
      : chosen,
  )
  const shells = createShellStates(environment.workingDirectory)
  const folderOf = (taskId: string) => shells.get(taskId).folder
  const ofTools = config.security.redact_secrets && redactor
  const turns = createRunningTurns()
  const mostWakes = () => settings.current.config.terminal.max_wakes
  const processes = opening.use(openProcesses(options, { redactor: ofTools, logger, turns, store, mostWakes }))
  const auxiliary = (task: AuxiliaryTask) =>
    watchedModel(currentState.model?.auxiliary(task), currentState.hooks?.sideCalls)
  const judgeModel = () => auxiliary('approval')
  const scanModel = () => (currentState.model?.hasProviderFor('scan_judge') ? auxiliary('scan_judge') : undefined)
  return {
    warnings,
    ...(problem && { environmentProblem: problem.message }),
    network,
    approvals: openApprovals({
      book,
      paths,
      variables,
      environment,
      questions,
      logger,
      redactor,
      judgeModel,
      folderOf,
      instructions: watchInstructions({ environment, folder: join(paths.cache, 'undone-instructions'), logger }),
    }),
    host: {
      paths,
      folders: { home: paths.home, cache: paths.cache },
      surface,
      ...(bundledSkills !== undefined && { bundledSkills }),
      logger,
      redactor: ofTools,
      redact: (text) => redactor.redact(text),
      scan: openScan({ model: scanModel, folder: paths.cache, redact: (text) => redactor.redact(text), logger }),
      now: Date.now,
      fetch,
      variables,
      store,
      jobServices: {
        bell: home.jobBell,
        check: (task) => createJobCheck(settings.current, paths)(task),
        names: createJobNames({ settings: () => settings.current, paths }),
      },
      embedder: home.embedder,
      environment,
      shells,
      folderOf,
      writtenFiles: createWrittenFiles(),
      ...(surface.servesStrangers && strangerFiles({ environment, store, config, paths, variables })),
      spill: openSpill(paths, environment, logger),
      processes,
      turns,
      subagents: new RunningChildren(),
      packages: openPackageCheck(config.security, { cacheFolder: paths.cache, logger, fetch }),
      questions,
      programs: createProgramCalls(),
      skillShelf: createSkillShelf(),
      auxiliary,
    },
  }
}
