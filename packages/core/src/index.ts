// Agents and their turns

export { createAgent } from './agent/create-agent.js'
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
  SteerOptions,
  TurnOpening,
} from './contracts/agent/agent.js'
export type { GuardrailCounts, GuardrailOptions } from './contracts/agent/guardrail.js'
export {
  maxSectionChars,
  type Plugin,
  type PromptContext,
  type PromptSection,
  type PromptStability,
  type SlashCommand,
  type SlashCommandContext,
} from './contracts/agent/plugin.js'
export type { Choice, ChosenModel, ModelChoice, TokenPrices } from './contracts/model/choice.js'
export type { Budget, BudgetLimit, BudgetLimits, BudgetSpent } from './contracts/turn/budget.js'
export type {
  AgentEvent,
  CompressionOutcome,
  CompressionTrigger,
  SubagentRunEvent,
  TurnOutcome,
} from './contracts/turn/event.js'
export type { RunContext } from './contracts/turn/run-context.js'

// Messages, usage and errors

export type { ErrorCode } from './contracts/errors/error-codes.js'
export type { StoreErrorKind, TransportErrorKind } from './contracts/errors/error-kinds.js'
export {
  ConfigError,
  describeError,
  EnvironmentError,
  HermesError,
  type HermesErrorOptions,
  InterruptError,
  StoreError,
  TransportError,
  type TransportErrorOptions,
  type TransportErrorReason,
} from './contracts/errors/errors.js'
export type { Remedy } from './contracts/errors/remedy.js'
export {
  type AssistantMessage,
  type ContentPart,
  type FilePart,
  type ImagePart,
  type Message,
  type MessageContent,
  type ProviderData,
  type SystemMessage,
  type TextPart,
  type ToolCall,
  type ToolMessage,
  textOf,
  type UserMessage,
} from './contracts/model/message.js'
export {
  addUsage,
  type Cost,
  costOf,
  type FinishReason,
  noUsage,
  promptTokens,
  type Usage,
} from './contracts/model/usage.js'
export type { NewMessage, StoredMessage } from './contracts/sessions/stored-message.js'
export type { JsonObject, JsonSchema, JsonValue } from './contracts/values/json.js'
export { type Logger, type LogLevel, silentLogger } from './contracts/values/logger.js'
export type { SessionId } from './contracts/values/session-id.js'
export { isTurnOpen } from './transcript/is-turn-open.js'
export { sanitizeTranscript } from './transcript/sanitize-transcript.js'

// Models

export type { Embedder, EmbedOptions } from './contracts/extensions/embedder.js'
export type { ModelRequest, ReasoningEffort } from './contracts/model/model-request.js'
export type { ApiMode, StreamOptions, Transport, TransportEvent, UnfinishedCall } from './contracts/model/transport.js'

// Tools and approvals

export {
  type AssessCall,
  type AssessContext,
  type Assessment,
  type AssessmentFinding,
  alwaysRuns,
  type OutwardEffect,
} from './contracts/calls/assessment.js'
export type { ToolAmount } from './contracts/calls/tool-amount.js'
export type { ToolEvent } from './contracts/calls/tool-event.js'
export {
  type AvailableTools,
  maxGuidanceChars,
  mayChangeFiles,
  mayDropWork,
  summarizeCall,
  type ToolEffect,
  type ToolFacts,
  type ToolTraits,
} from './contracts/calls/tool-traits.js'
export type { ToolDefinition } from './contracts/model/tool-definition.js'
export type { ApprovalAnswer, ApprovalDecision, ApprovalRequest, Approve } from './contracts/sessions/question.js'
export {
  defineTool,
  type ExecuteContext,
  type PathScope,
  type Tool,
  type ToolContext,
  type ToolDeclaration,
  type ToolExecutor,
  type ToolOutcome,
  type ToolOutput,
} from './contracts/tools/tool.js'
export type { GateRequest, GateVerdict, ToolGate } from './contracts/tools/tool-gate.js'
export type { ToolSchema } from './contracts/tools/tool-schema.js'
export type { ContentOrigin } from './contracts/values/content-origin.js'

// Contracts of the other parts

export type { Compression, CompressOptions, ContextEngine, ContextMeasure } from './contracts/agent/context-engine.js'
export type { Environment } from './contracts/extensions/environment.js'
export {
  defineSessionNote,
  type SessionNote,
  type SessionNotes,
} from './contracts/sessions/session-notes.js'
export type { SessionRecord, SessionStore, SessionSummary } from './contracts/sessions/session-store.js'
export type { ContextSnapshot } from './contracts/turn/context-snapshot.js'
export { createMemoryStore } from './session/memory-store.js'
export { keptTools } from './session/session-notes.js'
