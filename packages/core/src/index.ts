// Contracts

// The agent
export type {
  Agent,
  AgentOptions,
  AgentServices,
  BudgetOptions,
  CompressSessionOptions,
  EphemeralContext,
  InterruptOptions,
  ModelOptions,
  ResumeOptions,
  Run,
  RunOptions,
  RunResult,
  Session,
  SessionContext,
  SessionSeed,
} from './agent/agent.js'
export type { AgentFor, ChosenAgent } from './agent/chosen-agent.js'
export { createAgent } from './agent/create-agent.js'
export { type Services, withDefaultServices } from './agent/services.js'
export { joinAgentEvents } from './agent/turn/join-agent-events.js'
export { type AskOptions, type AuxiliaryAnswer, type AuxiliaryQuestion, askOnce } from './auxiliary/ask-once.js'
export type { AuxiliaryModel } from './auxiliary/auxiliary-model.js'
// What stores build their queue and their claims with
export type { ClaimTable, LaneHolder, TakeOptions } from './claims/claim-table.js'
export { createLaneClaims, type LaneClaimsServices, lostLane } from './claims/create-lane-claims.js'
// Sessions
export { type CompressionRecord, compressionOf } from './compression/compression-record.js'
export * from './contracts/index.js'
export type { GuardrailCounts, GuardrailOptions } from './guardrail/guardrail.js'
// Prompts
export { type PromptSources, promptSectionsOf } from './prompt/prompt-sections-of.js'
// Questions
export { createQuestionDesk } from './questions/create-question-desk.js'
export { describeEnd, describeUnanswered } from './questions/describe-end.js'
export type {
  AnswerReceipt,
  Inquiry,
  Outcome,
  QuestionDesk,
  QuestionDeskOptions,
  QuestionDeskServices,
  QuestionSurface,
  StartTimer,
  Unanswered,
} from './questions/question-desk.js'
export { createWorkQueue, type WorkQueueServices } from './queue/create-work-queue.js'
export { lostItem } from './queue/held-claims.js'
export { createWatchers, type Watchers } from './queue/watchers.js'
export {
  type ClaimedWork,
  diedWhileHandled,
  type WorkEnding,
  type WorkOutcome,
  type WorkStep,
  type WorkTable,
} from './queue/work-table.js'
export { type ClaimedConversation, claimConversation } from './session/claim-conversation.js'
export {
  delegateSource,
  isContinuation,
  isDelegate,
  lineageMembers,
  newestOf,
  resolveSession,
  rootOf,
} from './session/lineage.js'
export { createMemoryQuestions } from './session/memory-questions.js'
export { createMemoryStore } from './session/memory-store.js'
export { nextTitle as getNextTitleInLineage } from './session/next-title.js'
export { longestTitle, numberedTitle, sanitizeTitle } from './session/sanitize-title.js'
export { generateSessionId } from './session/session-id.js'
export {
  type KeptTool,
  keptTools,
  lineageRoot,
  measuredRequest,
  pressureTold,
  rewound,
} from './session/session-notes.js'

// Histories
export { isTurnOpen } from './transcript/is-turn-open.js'
export { sanitizeTranscript } from './transcript/sanitize-transcript.js'
