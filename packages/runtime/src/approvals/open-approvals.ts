import {
  type ApprovalMode,
  createApprovalGate,
  createModelJudge,
  type InstructionWatch,
  isTrustedSource,
  type SmartOptions,
} from '@hermes/approval'
import type { Environment, Logger, ToolGate } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { AuxiliaryModel } from '@hermes/core/wiring'
import type { Redactor } from '@hermes/safety/redact'
import { extendConfigList } from '../config/edit/edit-config.js'
import { type HomePaths, userFolder, type Variables } from '../home/home-paths.js'
import { ownProgram } from '../home/own-program.js'
import type { Config } from '../schema/config-schema.js'
import { toMs } from '../schema/to-ms.js'
import { allowForGood } from './allow-for-good.js'
import type { ApprovalBook } from './approval-book.js'
import type { Approvals } from './approvals.js'

export interface ApprovalServices {
  readonly paths: HomePaths
  /** The answers, shared with the other surfaces of the home. */
  readonly book: ApprovalBook
  readonly variables: Variables
  readonly environment: Environment
  readonly questions: QuestionDesk
  readonly logger: Logger
  readonly redactor: Pick<Redactor, 'redact'>
  /** Returns the judge of the `smart` mode. Looked up for each call, because the settings may have changed. */
  readonly judgeModel: () => AuxiliaryModel | undefined
  /** Watches the instructions of the project. */
  readonly instructions: InstructionWatch
  /** Returns the folder in which a task's next command starts. */
  readonly folderOf: (taskId: string) => string
}

/** The approvals of one surface: its gates, and the home's answers. */
export interface ApprovalDesk {
  readonly approvals: Approvals
  /** Applies new settings to what is displayed and to permanent approvals. */
  use(config: Config): void
  /** Returns a function that creates the gate of an agent with these settings, optionally with a different mode. */
  gatesFor(config: Config): (mode?: ApprovalMode) => ToolGate
}

export function openApprovals(services: ApprovalServices): ApprovalDesk {
  const { paths, book } = services
  let gateOfPerson: ToolGate | undefined
  return {
    use(config) {
      gateOfPerson = createGate(config, 'manual', services)
      book.use(config)
    },
    gatesFor:
      (config) =>
      (mode = config.approvals.mode) =>
        createGate(config, mode, services),
    approvals: {
      mode: (sessionId) => (sessionId === undefined ? undefined : book.personal.get(sessionId)) ?? book.mode,
      setMode: book.personal.set,
      async allowForGood(question) {
        const edit = await allowForGood(paths, question)
        book.allow(question.reasons)
        return edit
      },
      async mayRunOwn(command) {
        const { mayRunOwn } = await import('./own-command.js')
        return gateOfPerson !== undefined && mayRunOwn(gateOfPerson, command)
      },
      granted: (sessionId) => book.granted(sessionId, services.environment.id),
      askAgain: book.askAgain,
      isTrusted: (origin) => isTrustedSource(origin, book.untrusted),
      async trustForGood(name) {
        const edit = await extendConfigList(paths, 'approvals.untrusted.trusted', [name])
        book.trust(name)
        return edit
      },
    },
  }
}

function createGate(config: Config, mode: ApprovalMode, services: ApprovalServices): ToolGate {
  const { environment, questions, logger, folderOf, variables, paths, book } = services
  const agentProgram = ownProgram()
  return createApprovalGate({
    mode,
    memory: book.memoryFor(config, environment.id),
    approve: questions.approve,
    smart: smartOptions(config, services),
    deny: config.approvals.deny,
    allow: () => book.allowed,
    untrusted: () => book.untrusted,
    environment,
    // The desk enforces the deadline, because it is stored and shown with the question.
    timeoutMs: Number.POSITIVE_INFINITY,
    // A command is assessed in the folder where it will run, because a relative path means something else after `cd /`.
    workingDirectory: ({ taskId }) => folderOf(taskId),
    workspace: environment.workingDirectory,
    home: userFolder(variables),
    agentHome: paths.home,
    ...(agentProgram !== undefined && { agentProgram }),
    instructions: services.instructions,
    services: { logger },
  })
}

function smartOptions(
  { approvals, auxiliary }: Config,
  { questions, redactor, judgeModel }: ApprovalServices,
): SmartOptions {
  return {
    judge: createModelJudge({
      model: judgeModel,
      policy: approvals.smart_policy,
      redact: (text) => redactor.redact(text),
      timeoutMs: toMs(auxiliary.approval.timeout),
    }),
    denialLimit: approvals.denial_breaker_threshold,
    mayDecide: () => questions.isAttended || approvals.unattended_mode === 'smart',
  }
}
