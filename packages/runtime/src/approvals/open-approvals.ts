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
  /** Who judges in the mode `smart`. Asked for each call: settings may name another one by then. */
  readonly judgeModel: () => AuxiliaryModel | undefined
  /** The folder that a task's next command starts in. */
  readonly folderOf: (taskId: string) => string
}

/** Who decides about dangerous calls of one surface, and what people have said about it. */
export interface ApprovalDesk {
  readonly approvals: Approvals
  /** The settings that count from now on: for what is shown, and for what the user allows for good. */
  use(config: Config): void
  /**
   * Gates as these settings want them.
   * @returns gives the gate of an agent, with a mode of its own if need be.
   */
  gatesFor(config: Config): (mode?: ApprovalMode) => ToolGate
}

/** Settings of approvals that take turns, at most. */
const keptGates = 8

export function openApprovals(services: ApprovalServices): ApprovalDesk {
  const { paths } = services
  const personal = createBoundedMap<ApprovalMode>()
  const gates = createBoundedMap<ApprovalGate>(keptGates)
  let current: { readonly mode: ApprovalMode; readonly allowed: readonly string[] } = { mode: 'manual', allowed: [] }

  /** What was allowed for a session is kept as long as the settings of approvals are the same. */
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
    // The desk keeps the deadline: it is stored, and shown with the question.
    timeoutMs: Number.POSITIVE_INFINITY,
    // A command is judged from where it will run: a relative path means something else after `cd /`.
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
