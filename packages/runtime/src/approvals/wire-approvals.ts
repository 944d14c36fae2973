import {
  type AssessCall,
  createApprovalGate,
  createFileAssessor,
  createModelJudge,
  createTerminalAssessor,
  type SmartOptions,
} from '@hermes/approval'
import type { AuxiliaryModel, Environment, Logger, QuestionDesk, ToolGate } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { userFolder } from '../home/home-paths.js'
import type { RuntimeOptions } from '../runtime.js'
import { allowForGood } from './allow-for-good.js'
import type { Approvals } from './approvals.js'

export interface ApprovalServices {
  readonly environment: Environment
  readonly questions: QuestionDesk
  readonly logger: Logger
  readonly redactor: Pick<Redactor, 'redact'>
  /** Who judges in the mode `smart`. Asked for each call: it may be wired later than this. */
  readonly judgeModel: () => AuxiliaryModel | undefined
  /** The folder that a task's next command starts in. */
  readonly folderOf: (taskId: string) => string
  /** For further tools, by name; those of the terminal and of files are there. */
  readonly assessors?: Readonly<Record<string, AssessCall>>
}

export interface WiredApprovals {
  /** The one gate that every executor of the runtime gets. */
  readonly gate: ToolGate
  readonly approvals: Approvals
}

/** The gate as the config wants it. */
export function wireApprovals(options: RuntimeOptions, services: ApprovalServices): WiredApprovals {
  const { config, paths, variables } = options
  const { environment, questions, logger, folderOf } = services
  let allowed = config.command_allowlist
  const files = createFileAssessor({ resolvePath: (path) => environment.files.resolve(path) })
  const gate = createApprovalGate({
    mode: config.approvals.mode,
    approve: questions.approve,
    smart: smartOptions(options, services),
    deny: config.approvals.deny,
    allow: () => allowed,
    assessors: { terminal: createTerminalAssessor(), write_file: files, patch: files, ...services.assessors },
    environment,
    // The desk keeps the deadline: it is stored, and shown with the question.
    timeoutMs: Number.POSITIVE_INFINITY,
    // A command is judged from where it will run: a relative path means something else after `cd /`.
    workingDirectory: ({ taskId }) => folderOf(taskId),
    home: userFolder(variables),
    agentHome: paths.home,
    services: { logger },
  })
  const approvals: Approvals = {
    mode: (sessionId) => (sessionId === undefined ? undefined : gate.modes.get(sessionId)) ?? config.approvals.mode,
    setMode: gate.modes.set,
    async allowForGood(question) {
      const edit = await allowForGood(paths, question)
      allowed = [...new Set([...allowed, ...question.reasons])]
      return edit
    },
  }
  return { gate, approvals }
}

function smartOptions(
  { config: { approvals, auxiliary } }: RuntimeOptions,
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
