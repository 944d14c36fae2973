import { createPostgresStore } from '@hermes/state/postgres'
import { expect, test } from 'vitest'
import { withPostgres } from '../integration/state-postgres/with-postgres.js'
import { createSandbox } from './hermes.js'

withPostgres('hermes gateway upgrade', (server) => {
  test('tries the new version on a copy of the database, and keeps the old one if it cannot open it', async () => {
    using sandbox = createSandbox()
    sandbox.writeHome('config.yaml', 'model:\n  provider: offline\n')
    const url = server().url('postgres')
    const env = { API_SERVER_KEY: 'made-up-gateway-key', HERMES_DATABASE_URL: url }
    const run = (...args: readonly string[]) => sandbox.run(['gateway', ...args], { env })
    const sql = async (text: string) => (await server().run('postgres', text)).rows
    try {
      await run('start', '--port', '0')
      const upgraded = await run('upgrade')
      expect(upgraded).toMatchObject({ code: 0, stdout: expect.stringContaining('a copy of the sessions') })
      const [, running] = /process (\d+), http:/.exec(upgraded.stdout) ?? []

      await sql("insert into hermes.migrations (tag) values ('9999_from_the_future')")
      const refused = await run('upgrade')
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a newer Hermes') })
      expect((await run('status')).stdout).toMatch(new RegExp(`process ${running} .* ready`))
      expect(await sql("select nspname from pg_namespace where nspname like 'hermes_copy_%'")).toEqual([])

      await sql("delete from hermes.migrations where tag = '9999_from_the_future'")
      await using store = await createPostgresStore({ url })
      expect(await store.values?.get('gateway', 'readiness')).toBeTypeOf('number')
    } finally {
      await run('stop')
    }
  }, 120_000)
})
