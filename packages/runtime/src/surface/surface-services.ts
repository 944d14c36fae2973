import { createShellStates } from '@hermes/tools'
import { type ApprovalDesk, openApprovals } from '../approvals/open-approvals.js'
import type { Cleanup } from '../cleanup.js'
import type { LiveConfig } from '../config/live-config.js'
import { chooseEnvironment } from '../environments/choose-environment.js'
import type { Host } from '../host.js'
import type { Models } from '../model/models.js'
import type { Surface } from '../runtime-options.js'
import { openProcesses } from '../services/open-processes.js'
import { openQuestions } from '../services/open-questions.js'
import { openSpill } from '../services/open-spill.js'
import { createProgramRoad } from '../services/program-road.js'
import { createRunningTurns } from '../services/running-turns.js'
import type { OpenHome } from './open-home.js'

export interface SurfaceOptions {
  readonly surface: Surface
  /** Where commands start and relative paths begin. */
  readonly workingDirectory: string
  readonly settings: LiveConfig
}

/** The models of the settings that count now: side tasks ask whoever that names, also for an agent of earlier settings. */
export interface InForce {
  models?: Models
}

/** What lives as long as a surface, whatever its settings become. */
export interface SurfaceServices {
  readonly host: Omit<Host, 'settings'>
  readonly approvals: ApprovalDesk
  /** About safety: one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Opens what features lean on.
 * @throws {ConfigError | EnvironmentError} when commands cannot run where the settings want them to.
 */
export async function openSurfaceServices(
  home: OpenHome,
  { surface, workingDirectory, settings }: SurfaceOptions,
  inForce: InForce,
  opening: Cleanup,
): Promise<SurfaceServices> {
  const { paths, logger, redactor, store } = home
  // Those that cannot change later are the settings of this moment.
  const snapshot = settings.current
  const { config, variables } = snapshot
  const options = { ...snapshot, paths, workingDirectory, surface }
  const warnings: string[] = []
  const environment = opening.use(await chooseEnvironment(options, logger, (sentence) => void warnings.push(sentence)))
  const shells = createShellStates(environment.workingDirectory)
  const folderOf = (taskId: string) => shells.get(taskId).folder
  const ofTools = config.security.redact_secrets && redactor
  const turns = createRunningTurns()
  const processes = opening.use(openProcesses(options, { redactor: ofTools, logger, turns }))
  const questions = opening.use(openQuestions(options, store, logger))
  const judgeModel = () => inForce.models?.main.auxiliary('approval')
  return {
    warnings,
    approvals: openApprovals({ paths, variables, environment, questions, logger, redactor, judgeModel, folderOf }),
    host: {
      paths,
      folders: { home: paths.home, cache: paths.cache },
      surface,
      logger,
      redactor: ofTools,
      redact: (text) => redactor.redact(text),
      now: Date.now,
      fetch: globalThis.fetch,
      variables,
      store,
      environment,
      shells,
      folderOf,
      spill: openSpill(paths, environment, logger),
      processes,
      turns,
      questions,
      programs: createProgramRoad(),
      auxiliary: (task) => inForce.models?.main.auxiliary(task),
    },
  }
}
