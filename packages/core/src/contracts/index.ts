export {
  type AssessCall,
  type AssessContext,
  type Assessment,
  type AssessmentFinding,
  alwaysRuns,
} from './assessment.js'
export type { Budget, BudgetLimit, BudgetLimits, BudgetSpent } from './budget.js'
export type { Choice, ChosenModel, TokenPrices } from './choice.js'
export type {
  Compression,
  CompressOptions,
  ContextEngine,
  ContextMeasure,
} from './context-engine.js'
export type { ContextSnapshot } from './context-snapshot.js'
export type { Embedder, EmbedOptions } from './embedder.js'
export type {
  Environment,
  EnvironmentProcess,
  FileOptions,
  FileStatus,
  FileSystem,
  OutputChunk,
  ProcessExit,
  ReadOptions,
  SpawnRequest,
  TerminalSize,
} from './environment.js'
export {
  CapabilityError,
  ConfigError,
  describeError,
  EnvironmentError,
  HermesError,
  InterruptError,
  StoreError,
  type StoreErrorKind,
  TransportError,
  type TransportErrorKind,
  type TransportErrorOptions,
  type TransportErrorReason,
} from './errors.js'
export type { AgentEvent, CompressionOutcome, CompressionTrigger, SubagentRunEvent, TurnOutcome } from './event.js'
export {
  type ContextEngineExtension,
  type ContextEngineServices,
  defineContextEngine,
  defineEnvironment,
  definePlatform,
  definePlugin,
  defineTransport,
  type EnvironmentExtension,
  type Extension,
  type ExtensionServices,
  type PlatformExtension,
  type PluginExtension,
  type TransportExtension,
} from './extension.js'
export type {
  ApiErrorEvent,
  ApiRequestEvent,
  ApiResponseEvent,
  Hooks,
  PostLlmCallEvent,
  PreCompressEvent,
  PreLlmCallEvent,
  SessionEndEvent,
  SessionStartEvent,
  SubagentEvent,
  SubagentStopEvent,
} from './hooks.js'
export type { AuxiliaryTask, Capability, Host, HostFolders } from './host.js'
export type { JsonObject, JsonSchema, JsonValue } from './json.js'
export type { AcquireOptions, LaneClaim, LaneClaims, WriteGuard } from './lane-claims.js'
export { type Logger, type LogLevel, silentLogger } from './logger.js'
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
} from './message.js'
export type { MessageSearch, SearchHit, SearchQuery } from './message-search.js'
export type {
  Attachment,
  ChatAddress,
  InboundMessage,
  OutboundMessage,
  PlatformAdapter,
  SentMessage,
} from './platform.js'
export {
  maxSectionChars,
  type Plugin,
  type PromptContext,
  type PromptSection,
  type PromptStability,
  type SlashCommand,
  type SlashCommandContext,
} from './plugin.js'
export type {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalRequest,
  Approve,
  AskingRun,
  Clarify,
  ClarifyQuestion,
  NewQuestion,
  Question,
  QuestionAnswer,
  QuestionContext,
  QuestionEvent,
  QuestionQuery,
  QuestionState,
  QuestionTable,
  Settlement,
} from './question.js'
export type { RunContext } from './run-context.js'
export type { SessionEvent, SessionOrigin } from './session-event.js'
export type { SessionId } from './session-id.js'
export { defineSessionNote, type SessionNote, type SessionNoteSchema, type SessionNotes } from './session-notes.js'
export type {
  AppendOptions,
  Continuation,
  MessageLog,
  NewSession,
  SessionChanges,
  SessionLink,
  SessionQuery,
  SessionRecord,
  SessionStore,
  SessionSummary,
  SessionTable,
  SplitSession,
  WriteOptions,
} from './session-store.js'
export type { NewMessage, StoredMessage } from './stored-message.js'
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
  type ToolSchema,
} from './tool.js'
export type { ToolDefinition } from './tool-definition.js'
export type { ToolEvent } from './tool-event.js'
export type { GateRequest, GateVerdict, ToolGate } from './tool-gate.js'
export type { ApprovalResponseEvent, ToolCallEvent, ToolCallVerdict, ToolHooks, ToolResultEvent } from './tool-hooks.js'
export {
  type AvailableTools,
  maxGuidanceChars,
  mayChangeFiles,
  summarizeCall,
  type ToolEffect,
  type ToolFacts,
  type ToolTraits,
} from './tool-traits.js'
export type { ApiMode, ModelRequest, ReasoningEffort, StreamOptions, Transport, TransportEvent } from './transport.js'
export { addUsage, type Cost, costOf, type FinishReason, noUsage, promptTokens, type Usage } from './usage.js'
export { type ModelCall, turnTask, type UsageAccount, type UsageLog, type UsageQuery } from './usage-log.js'
export type { StoredValue, ValueOptions, ValueTable } from './value-table.js'
export type {
  Claim,
  ClaimedItem,
  NewWorkItem,
  RetryPolicy,
  WorkHandler,
  WorkItem,
  WorkItemQuery,
  WorkItemRecord,
  WorkItemRef,
  WorkItemStatus,
  WorkOptions,
  WorkQueue,
} from './work-queue.js'
