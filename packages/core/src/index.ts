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
} from './contracts/agent.js'
export type { Budget, BudgetLimit, BudgetLimits, BudgetSpent } from './contracts/budget.js'
export type { Choice, ChosenModel, ModelChoice, TokenPrices } from './contracts/choice.js'
export type {
  AgentEvent,
  CompressionOutcome,
  CompressionTrigger,
  SubagentRunEvent,
  TurnOutcome,
} from './contracts/event.js'
export type { GuardrailCounts, GuardrailOptions } from './contracts/guardrail.js'
export {
  maxSectionChars,
  type Plugin,
  type PromptContext,
  type PromptSection,
  type PromptStability,
  type SlashCommand,
  type SlashCommandContext,
} from './contracts/plugin.js'
export type { RunContext } from './contracts/run-context.js'

// Messages, usage and errors

export type { ErrorCode } from './contracts/error-codes.js'
export type { StoreErrorKind, TransportErrorKind } from './contracts/error-kinds.js'
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
} from './contracts/errors.js'
export type { JsonObject, JsonSchema, JsonValue } from './contracts/json.js'
export { type Logger, type LogLevel, silentLogger } from './contracts/logger.js'
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
} from './contracts/message.js'
export type { Remedy } from './contracts/remedy.js'
export type { SessionId } from './contracts/session-id.js'
export type { NewMessage, StoredMessage } from './contracts/stored-message.js'
export {
  addUsage,
  type Cost,
  costOf,
  type FinishReason,
  noUsage,
  promptTokens,
  type Usage,
} from './contracts/usage.js'
export { isTurnOpen } from './transcript/is-turn-open.js'
export { sanitizeTranscript } from './transcript/sanitize-transcript.js'

// Models

export type { Embedder, EmbedOptions } from './contracts/embedder.js'
export type {
  ApiMode,
  ModelRequest,
  ReasoningEffort,
  StreamOptions,
  Transport,
  TransportEvent,
  UnfinishedCall,
} from './contracts/transport.js'

// Tools and approvals

export {
  type AssessCall,
  type AssessContext,
  type Assessment,
  type AssessmentFinding,
  alwaysRuns,
  type OutwardEffect,
} from './contracts/assessment.js'
export type { ContentOrigin } from './contracts/content-origin.js'
export type { ApprovalAnswer, ApprovalDecision, ApprovalRequest, Approve } from './contracts/question.js'
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
} from './contracts/tool.js'
export type { ToolAmount } from './contracts/tool-amount.js'
export type { ToolDefinition } from './contracts/tool-definition.js'
export type { ToolEvent } from './contracts/tool-event.js'
export type { GateRequest, GateVerdict, ToolGate } from './contracts/tool-gate.js'
export type { ToolSchema } from './contracts/tool-schema.js'
export {
  type AvailableTools,
  maxGuidanceChars,
  mayChangeFiles,
  mayDropWork,
  summarizeCall,
  type ToolEffect,
  type ToolFacts,
  type ToolTraits,
} from './contracts/tool-traits.js'

// Contracts of the other parts

export type { Compression, CompressOptions, ContextEngine, ContextMeasure } from './contracts/context-engine.js'
export type { ContextSnapshot } from './contracts/context-snapshot.js'
export type { Environment } from './contracts/environment.js'
export {
  defineSessionNote,
  type SessionNote,
  type SessionNotes,
} from './contracts/session-notes.js'
export type { SessionRecord, SessionStore, SessionSummary } from './contracts/session-store.js'
export { createMemoryStore } from './session/memory-store.js'
export { keptTools } from './session/session-notes.js'
