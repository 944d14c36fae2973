// What the store holds

export { type Activity, tokensOf } from './activity.js'
export { type AppendToConversationOptions, appendToConversation } from './append-to-conversation.js'
export { type BranchOptions, branchConversation } from './branch-conversation.js'
export { claimIfFree } from './claim-if-free.js'
export { conversationsOf, conversationWith, type StoredConversation } from './conversations.js'
export { deleteConversation } from './delete-conversation.js'
export { type ExportFormat, exportFormats } from './export-formats.js'
export { type ExportedSession, loadExported } from './exported-session.js'
export { type FoundMessage, toFoundRow, withConversations } from './found-message.js'
export {
  createSessionImporter,
  type ImportReport,
  type ReadLine,
  type SessionFile,
  type SessionImporter,
  type SessionImporterOptions,
} from './import/create-session-importer.js'
export type { Fields } from './import/fields.js'
export type { ImportProblem } from './import/imported-session.js'
export type { ImportOutcome } from './import/store-session.js'
export {
  collectInsights,
  type Insights,
  type InsightsOptions,
  type NamedActivity,
  type ToolActivity,
} from './insights.js'
export { toLineageRow } from './lineage-row.js'
export { daysBetween, localDay } from './local-day.js'
export { renameConversation } from './rename-conversation.js'
export { type RewindOptions, type Rewound, rewindConversation } from './rewind-conversation.js'
export { type SessionRow, toSessionRow } from './session-row.js'
export { type SessionStats, type SourceStats, sessionStatsOf } from './session-stats.js'
export { type SessionUsage, sessionUsage, subagentTask, usageOf } from './session-usage.js'
export { setArchived } from './set-archived.js'
export { type SettledExchangeOptions, settledExchange } from './settled-exchange.js'
export { storedChoice } from './stored-choice.js'
export { type StoredExchange, storedExchange } from './stored-exchange.js'
export { storedReply } from './stored-reply.js'
export { toJsonLine } from './to-jsonl.js'
export { toCostJson, toUsageJson } from './to-usage-json.js'
export { originsOf, trustOrigin } from './trust-origin.js'
