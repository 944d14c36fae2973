// Conversations
export type { BeginningTurn } from './contracts/beginning-turn.js'
export type { BusyMode } from './contracts/busy-mode.js'
export type {
  ChoiceChanges,
  ChooseOptions,
  Conversation,
  Conversations,
  OnlookOptions,
  Sender,
  UserInput,
} from './contracts/conversation.js'
export type { CacheBreak, ConversationEvent, ConversationEventBody, Cursor } from './contracts/conversation-event.js'
export type { ConversationNotice } from './contracts/conversation-notice.js'
export type {
  ConversationActivity,
  ConversationState,
  QueuedInput,
  Subagent,
  TurnInfo,
  TurnUnderWay,
} from './contracts/conversation-state.js'
export type { ConversationKey, ConversationTarget, KnownTarget } from './contracts/conversation-target.js'
export type { EndedTurn } from './contracts/ended-turn.js'

// People and surfaces
export { hasRole, type Person, type Role } from './contracts/person.js'
export type { Rights } from './contracts/rights.js'
export type { SideCall } from './contracts/side-call.js'
export type { StartingTurn, TurnAdmission } from './contracts/starting-turn.js'
// Submissions
export type { Acceptance, RefusalReason, Submission, SubmissionEnd } from './contracts/submission.js'
export type { Surface, SurfaceKind } from './contracts/surface.js'
// The live side
export { type CallMoment, type CallPace, paceAfter } from './live/call-pace.js'
export { type RestoreModelOptions, restoreModel } from './live/choice/restore-model.js'
export { type ResumedModelOptions, resumedModel } from './live/choice/resumed-model.js'
export type { CompressionSettings } from './live/compression/background-compression.js'
export { type ChatOrigin, conversationKey, type KeyRules } from './live/conversation-key.js'
export type { ConversationsOptions } from './live/conversations-options.js'
export { createConversations } from './live/create-conversations.js'
