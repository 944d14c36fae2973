import { expect, test } from 'vitest'
import { openServer } from '../../../testing/local-server.js'

const node = process.execPath
const crash = 'Error.stackTraceLimit = 3; throw new TypeError("no address of a database")'

test.each<[string, string, readonly string[], RegExp]>([
  ['is not installed', 'no-such-server', [], /the program "no-such-server" was not found\. Install it, or correct/],
  ['is not there', '/no/such/server', [], /the program "\/no\/such\/server" was not found\. Install it, or correct/],
  ['is no server', 'echo', ['hello'], /its program ended without an answer\. Check its command and its arguments\.$/],
  ['fails silently', node, ['-e', 'process.exit(4)'], /its program ended with exit code 4$/],
  [
    'reports what it lacks',
    node,
    ['-e', 'console.error("Starting."); console.error("DB_URL is not set"); process.exit(3)'],
    /its program ended with exit code 3: DB_URL is not set$/,
  ],
  ['crashes', node, ['-e', crash], /its program ended with exit code 1: TypeError: no address of a database$/],
])('the error of a program that %s says so', async (_, command, args, said) => {
  const { server } = openServer({ endpoint: { kind: 'stdio', command, args, variables: {} } })
  const failure = await server.refresh().catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'mcp/unreachable', message: expect.stringMatching(said) })
  expect(failure).toHaveProperty('message', expect.stringMatching(/^The MCP server "fake" could not be started: /))
})
