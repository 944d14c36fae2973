import type { PostgresPool } from './client.js'
import { createQuery, runOnClient } from './run-on-client.js'
import type { Statement } from './sql.js'
import { together } from './together.js'

/** Bounded, because each read waits for the ones before it. */
const mostOnClient = 16

interface Pending {
  readonly statement: Statement
  /** Later calls, and those of `reject`, change nothing. */
  resolve(rows: Promise<readonly never[]>): void
  reject(error: unknown): void
}

/**
 * Runs single reads. Those of one turn of the event loop share a connection, on which they reach the server together:
 * several conversations ask for several small values each.
 */
export function createSharedReads(
  pool: PostgresPool,
  qualify: (text: string) => string,
): <Row>(statement: Statement) => Promise<readonly Row[]> {
  let pending: Pending[] = []

  /** The client is kept until the last answer. An error belongs to its caller, and tells whether the client still works. */
  async function run(reads: readonly Pending[]): Promise<void> {
    try {
      await runOnClient(pool, (client) => {
        const query = createQuery(client, qualify)
        return together(
          reads.map(({ statement, resolve }) => {
            const answer = query<never>(statement).then(({ rows }) => rows)
            resolve(answer)
            return answer
          }),
        )
      })
    } catch (error) {
      // Without a connection, no read has an answer yet.
      for (const { reject } of reads) reject(error)
    }
  }

  function runAll(): void {
    const reads = pending
    pending = []
    for (let start = 0; start < reads.length; start += mostOnClient) void run(reads.slice(start, start + mostOnClient))
  }

  return (statement) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(runAll)
      pending.push({ statement, resolve, reject })
    })
}
