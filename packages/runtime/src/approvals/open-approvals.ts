import {
  type ApprovalGate,
  type ApprovalMode,
  createApprovalGate,
  createModelJudge,
  type SmartOptions,
} from '@hermes/approval'
import type { Environment, Logger, ToolGate } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { AuxiliaryModel } from '@hermes/core/wiring'
import { createBoundedMap } from '@hermes/safety'
import type { Redactor } from '@hermes/safety/redact'
import { type HomePaths, userFolder, type Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { allowForGood } from './allow-for-good.js'
import type { Approvals } from './approvals.js'

export interface ApprovalServices {
  readonly paths: HomePaths
  readonly variables: Variables
  readonly environment: Environment
  readonly questions: QuestionDesk
  readonly logger: Logger
  readonly redactor: Pick<Redactor, 'redact'>
  /** The judge of the `smart` mode. Looked up for each call, because the settings may have changed. */
  readonly judgeModel: () => AuxiliaryModel | undefined
  /** The folder in which a task's next command starts. */
  readonly folderOf: (taskId: string) => string
}

/** The approvals of one surface: its gates, and the answers that people gave. */
export interface ApprovalDesk {
  readonly approvals: Approvals
  /** Applies new settings to what is displayed and to permanent approvals. */
  use(config: Config): void
  /**
   * Creates gates with these settings.
   * @returns creates the gate of an agent, optionally with its own mode.
   */
  gatesFor(config: Config): (mode?: ApprovalMode) => ToolGate
}

/** How many different approval settings keep their session answers. */
const keptGates = 8

export function openApprovals(services: ApprovalServices): ApprovalDesk {
  const { paths } = services
  const personal = createBoundedMap<ApprovalMode>()
  const gates = createBoundedMap<ApprovalGate>(keptGates)
  let current: { readonly mode: ApprovalMode; readonly allowed: readonly string[] } = { mode: 'manual', allowed: [] }

  /** Answers for a session are kept while the approval settings stay the same. */
  function gateOf(config: Config): ApprovalGate {
    const key = JSON.stringify([config.approvals, config.auxiliary.approval.timeout])
    const gate = gates.get(key) ?? createGate(config, services, () => current.allowed)
    gates.set(key, gate)
    return gate
  }

  return {
    use(config) {
      current = { mode: config.approvals.mode, allowed: config.command_allowlist }
    },
    gatesFor(config) {
      const inner = gateOf(config)
      return (mode) => ({
        review(request, options) {
          const root = request.run?.rootSessionId ?? request.sessionId
          inner.modes.set(request.sessionId, personal.get(request.sessionId) ?? personal.get(root) ?? mode)
          return inner.review(request, options)
        },
      })
    },
    approvals: {
      mode: (sessionId) => (sessionId === undefined ? undefined : personal.get(sessionId)) ?? current.mode,
      setMode: personal.set,
      async allowForGood(question) {
        const edit = await allowForGood(paths, question)
        current = { ...current, allowed: [...new Set([...current.allowed, ...question.reasons])] }
        return edit
      },
    },
  }
}

function createGate(config: Config, services: ApprovalServices, allow: () => readonly string[]): ApprovalGate {
  const { environment, questions, logger, folderOf, variables, paths } = services
  return createApprovalGate({
    mode: config.approvals.mode,
    approve: questions.approve,
    smart: smartOptions(config, services),
    deny: config.approvals.deny,
    allow,
    environment,
    // The desk enforces the deadline, because it is stored and shown with the question.
    timeoutMs: Number.POSITIVE_INFINITY,
    // A command is assessed in the folder where it will run: a relative path means something else after `cd /`.
    workingDirectory: ({ taskId }) => folderOf(taskId),
    home: userFolder(variables),
    agentHome: paths.home,
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
      timeoutMs: auxiliary.approval.timeout * 1000,
    }),
    denialLimit: approvals.denial_breaker_threshold,
    mayDecide: () => questions.isAttended || approvals.unattended_mode === 'smart',
  }
}
