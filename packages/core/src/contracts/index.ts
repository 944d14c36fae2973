export type { Compression, CompressOptions, ContextEngine, ContextSnapshot } from './context-engine.js'
export type {
  Environment,
  EnvironmentProcess,
  FileStatus,
  FileSystem,
  OutputChunk,
  ProcessExit,
  SpawnRequest,
} from './environment.js'
export {
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
} from './errors.js'
export type { AgentEvent, TurnOutcome } from './event.js'
export {
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
export type { JsonObject, JsonSchema, JsonValue } from './json.js'
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
export type {
  Attachment,
  ChatAddress,
  InboundMessage,
  OutboundMessage,
  PlatformAdapter,
  SentMessage,
} from './platform.js'
export type {
  Hooks,
  Plugin,
  PromptContext,
  PromptSection,
  SlashCommand,
} from './plugin.js'
export type { ApprovalAnswer, ApprovalRequest, Approve, Clarify, ClarifyQuestion } from './question.js'
export type { SessionId } from './session-id.js'
export type {
  MessageLog,
  NewMessage,
  NewSession,
  SessionChanges,
  SessionQuery,
  SessionRecord,
  SessionStore,
  SessionTable,
  StoredMessage,
} from './session-store.js'
export {
  defineTool,
  type ExecuteContext,
  type PathScope,
  type Tool,
  type ToolContext,
  type ToolDeclaration,
  type ToolDefinition,
  type ToolEvent,
  type ToolExecutor,
  type ToolOutcome,
  type ToolOutput,
  type ToolSchema,
} from './tool.js'
export type { ToolCallEvent, ToolCallVerdict, ToolHooks } from './tool-hooks.js'
export type { ApiMode, ModelRequest, ReasoningEffort, Transport, TransportEvent } from './transport.js'
export { addUsage, type FinishReason, noUsage, promptTokens, type Usage } from './usage.js'
