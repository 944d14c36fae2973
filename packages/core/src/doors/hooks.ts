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
} from '../contracts/hooks.js'
export type {
  ApprovalResponseEvent,
  ToolCallEvent,
  ToolCallVerdict,
  ToolHooks,
  ToolResultEvent,
} from '../contracts/tool-hooks.js'
