// The gate

export { type ApprovalMemory, createApprovalMemory } from './gate/approval-memory.js'
export type { ApprovalMode, SessionModes } from './gate/approval-mode.js'
export type { GateEnvironment } from './gate/call-text.js'
export { type ApprovalGate, type ApprovalGateOptions, createApprovalGate } from './gate/create-approval-gate.js'
export {
  createInstructionWatch,
  type InstructionWatch,
  type InstructionWatchOptions,
} from './gate/instruction-watch.js'
export { createSessionGrants, type SessionGrant, type SessionGrants } from './gate/session-grants.js'
export type { ConnectingFiles } from './provenance/connecting-files.js'
export { describeOrigin } from './provenance/describe-sources.js'
export { isTrustedSource, type UntrustedPolicy } from './provenance/untrusted-policy.js'
export { isAboutAgent, isPatternClass, maySuggest } from './rules/pattern-classes.js'

// The judging model

export type { SmartOptions } from './smart/ask-judge.js'
export { createModelJudge, type ModelJudgeOptions } from './smart/create-model-judge.js'
export type { Judge, JudgeOptions, Judgment } from './smart/judge.js'
export type { JudgedCall } from './smart/judged-call.js'

// Assessments of commands, programs and tool calls

export {
  type AssessCommand,
  type Assessors,
  type AssessProgram,
  createAssessors,
  createCommandAssessor,
  type ProgramLanguage,
} from './assess/assess-command.js'
export { unsuspicious, type Verdict } from './assess/assessment.js'
export { type AssessSource, type CodeAssessorOptions, createCodeAssessor } from './assess/code-assessor.js'
export { createFileAssessor, type FileAssessorOptions, type JudgedPath } from './assess/file-assessor.js'
export { type JudgeInput, judgeCommand } from './assess/judge-command.js'
export { createProcessAssessor, type ProcessAssessorOptions, type WritableProcess } from './assess/process-assessor.js'
export { createTerminalAssessor, type TerminalAssessorOptions } from './assess/terminal-assessor.js'
export { isWritablePlace, type WritablePlaces } from './places/writable-places.js'
export type { Unsandboxed } from './rules/unsandboxed.js'
