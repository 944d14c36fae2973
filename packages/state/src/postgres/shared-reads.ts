import type { PostgresPool } from './client.js'
import { createQuery, runOnClient } from './run-on-client.js'
import type { Statement } from './sql.js'
import { together } from './together.js'

/** Maximum number of reads on a client, because each read waits for the ones before it. */
const mostOnClient = 16

interface Pending {
  readonly statement: Statement
  /** Settles the read. Later calls of this and of `reject` have no effect. */
  resolve(rows: Promise<readonly never[]>): void
  reject(error: unknown): void
}

/**
 * Creates a function that runs single reads. Reads in one turn of the event loop share a connection and reach the
 * server together, because several conversations ask for several small values each.
 */
export function createSharedReads(
  pool: PostgresPool,
  qualify: (text: string) => string,
): <Row>(statement: Statement) => Promise<readonly Row[]> {
  let pending: Pending[] = []

  /**
   * Runs reads on one client, which is kept until the last answer. An error belongs to its caller and shows whether the client still works.
   */
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
