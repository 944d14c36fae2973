export type { ApprovalMode, SessionModes } from './approval-mode.js'
export type { AssessCall, AssessedCall, CallContext } from './assess-call.js'
export {
  type AssessCommand,
  type Assessors,
  type AssessProgram,
  createAssessors,
  createCommandAssessor,
  type ProgramLanguage,
} from './assess-command.js'
export { type Assessment, type Finding, unsuspicious, type Verdict } from './assessment.js'
export type { GateEnvironment } from './call-text.js'
export { type CodeAssessorOptions, createCodeAssessor } from './code-assessor.js'
export { type ApprovalGate, type ApprovalGateOptions, createApprovalGate } from './create-approval-gate.js'
export { createFileAssessor, type FileAssessorOptions } from './file-assessor.js'
export { type JudgeInput, judgeCommand } from './judge-command.js'
export type { ParseContext } from './parse-command.js'
export { isPatternClass } from './pattern-classes.js'
export type { SmartOptions } from './smart/ask-judge.js'
export { createModelJudge, type ModelJudgeOptions } from './smart/create-model-judge.js'
export type { Judge, Judgement, JudgeOptions } from './smart/judge.js'
export type { JudgedCall } from './smart/judged-call.js'
export { createTerminalAssessor } from './terminal-assessor.js'
