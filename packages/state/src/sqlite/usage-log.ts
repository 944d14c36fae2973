import type { UsageLog } from '@hermes/core/sessions'
import type { Connection } from '../connection/connection.js'
import { createStatements } from '../connection/statements.js'
import type { UsageRow } from '../rows/schema.js'
import type { PrepareAppend } from './append-messages.js'
import { fromAccountRow, toFindAccounts } from './usage-accounts.js'

export function createUsageLog({ database, read, write }: Connection, prepareAppend: PrepareAppend): UsageLog {
  const prepareFind = createStatements<UsageRow>(database)
  return {
    async add(id, call) {
      await write(prepareAppend(id, [], { calls: [call] }))
    },
    async accounts(query = {}) {
      const { text, values } = toFindAccounts(query)
      const rows = await read(() => prepareFind(text).all(...values))
      return Object.freeze(rows.map(fromAccountRow))
    },
  }
}
