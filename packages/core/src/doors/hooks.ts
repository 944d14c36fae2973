export type {
  ApprovalResponseEvent,
  ToolCallEvent,
  ToolCallVerdict,
  ToolHooks,
  ToolResultEvent,
} from '../contracts/calls/tool-hooks.js'
export type { EndedSideCall, SideCall, SideCallOutcome, SideCallWatch } from '../contracts/model/side-call.js'
export type { AuxiliaryCallEvent, AuxiliaryHooks, AuxiliaryResultEvent } from '../contracts/turn/auxiliary-hooks.js'
export type { CommandEvent, CommandHooks, CommandVerdict } from '../contracts/turn/command-hooks.js'
export type {
  DispatchEvent,
  DispatchVerdict,
  GatewayHooks,
  GatewayStartupEvent,
  ReactionEvent,
  RoomMemberEvent,
} from '../contracts/turn/gateway-hooks.js'
export type {
  AgentLoopStoppedEvent,
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
  TurnContextEvent,
} from '../contracts/turn/hooks.js'
export type {
  InterimMessageEvent,
  StreamDeltaEvent,
  StreamEndEvent,
  StreamHooks,
  StreamStartEvent,
} from '../contracts/turn/stream-hooks.js'
