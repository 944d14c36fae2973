import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from './postgres-server.js'

const bin = findPostgres()

/** Registers tests on a shared server, which are skipped without PostgreSQL. */
export function withPostgres(name: string, register: (server: () => PostgresServer) => void): void {
  describe.skipIf(bin === undefined)(
    `${name}${bin === undefined ? ' (skipped: PostgreSQL is not installed)' : ''}`,
    () => {
      let server: PostgresServer | undefined
      beforeAll(async () => {
        server = await startPostgres(bin ?? '')
      }, 120_000)
      afterAll(() => server?.dispose(), 120_000)
      register(() => {
        if (!server) throw new Error('The server has not been started.')
        return server
      })
    },
  )
}
