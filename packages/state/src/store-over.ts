import type { SessionStore } from '@hermes/core'
import type { Connection } from './connection.js'
import { createMessageLog } from './message-log.js'
import { createQuestionTable } from './question-table.js'
import { createMessageSearch } from './search/message-search.js'
import { createSessionTable } from './session-table.js'
import { createSideUsageLog } from './side-usage-log.js'

/** The store on a file that is open and up to date. */
export function storeOver(connection: Connection): SessionStore {
  return {
    sessions: createSessionTable(connection),
    messages: createMessageLog(connection),
    sideUsage: createSideUsageLog(connection),
    questions: createQuestionTable(connection),
    search: createMessageSearch(connection),
    [Symbol.asyncDispose]: connection.close,
  }
}
