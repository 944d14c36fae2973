export { type CompressionRecord, compressionOf } from '../compression/compression-record.js'
export type { StoredFinishReason } from '../contracts/model/usage.js'
export type { WriteGuard } from '../contracts/sessions/lane-claims.js'
export type { MessageSearch, SearchHit, SearchQuery } from '../contracts/sessions/message-search.js'
export type { SessionEvent, SessionOrigin } from '../contracts/sessions/session-event.js'
export type { SessionNoteSchema } from '../contracts/sessions/session-notes.js'
export type {
  AppendOptions,
  Continuation,
  CreateOptions,
  LoadOptions,
  MessageLog,
  NewSession,
  SessionChanges,
  SessionLink,
  SessionQuery,
  SessionTable,
  SplitSession,
  WriteOptions,
} from '../contracts/sessions/session-store.js'
export {
  type ModelCall,
  turnTask,
  type UsageAccount,
  type UsageLog,
  type UsageQuery,
} from '../contracts/sessions/usage-log.js'
export type { StoredValue, ValueOptions, ValueTable } from '../contracts/sessions/value-table.js'
export { type ClaimedConversation, claimConversation } from '../session/claim-conversation.js'
export {
  delegateSource,
  isContinuation,
  isDelegate,
  isUnlisted,
  lineageMembers,
  newestOf,
  resolveSession,
  rootOf,
  toolSource,
} from '../session/lineage.js'
export { isSameModel, readModelChoice } from '../session/model-choice.js'
export { nextTitle as getNextTitleInLineage } from '../session/next-title.js'
export { longestTitle, numberedTitle, sanitizeTitle } from '../session/sanitize-title.js'
export { generateSessionId } from '../session/session-id.js'
export type { KeptTool } from '../session/session-notes.js'
export {
  keptInstructions,
  keptModel,
  lineageRoot,
  measuredRequest,
  pressureTold,
  readSteers,
  rewound,
} from '../session/session-notes.js'
export { isCutShort } from '../transcript/is-turn-open.js'
export { isNotFromUser, notFromUser } from '../transcript/not-from-user.js'
