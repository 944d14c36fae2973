import type { SessionStore } from '@hermes/core'
import { createMessageSearch } from '../search/message-search.js'
import { createPrepareAppend } from './append-messages.js'
import type { Connection } from './connection.js'
import { createMessageLog } from './message-log.js'
import { createQuestionTable } from './question-table.js'
import { createSessionTable } from './session-table.js'
import { createPrepareAccounts } from './usage-accounts.js'
import { createUsageLog } from './usage-log.js'
import { createValueTable } from './value-table.js'

/** The store on a file that is open and up to date. */
export function storeOver(connection: Connection): SessionStore {
  const prepareAppend = createPrepareAppend(connection.database, createPrepareAccounts(connection.database))
  return {
    sessions: createSessionTable(connection, prepareAppend),
    messages: createMessageLog(connection, prepareAppend),
    usage: createUsageLog(connection, prepareAppend),
    questions: createQuestionTable(connection),
    search: createMessageSearch(connection),
    values: createValueTable(connection),
    [Symbol.asyncDispose]: connection.close,
  }
}
