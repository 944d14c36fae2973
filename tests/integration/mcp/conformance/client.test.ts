import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { playScenario, type Scenario } from './client-scenarios.js'
import { runSuite, skillScenarios } from './run-suite.js'

const relay = fileURLToPath(new URL('relay.mjs', import.meta.url))

/** Starts a player for the scenarios that the suite asks a program to play. */
async function startPlayer(): Promise<string> {
  const server = createServer(async (request, response) => {
    try {
      await playScenario((await json(request)) as Scenario)
      response.writeHead(200).end()
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test.each(['2025-11-25', '2026-07-28'] as const)('the client does what revision %s requires', async (revision) => {
  const { passed, failed } = await runSuite(
    'client',
    { revision },
    {
      args: ['--command', `${process.execPath} ${relay}`],
      variables: { RELAY_URL: await startPlayer() },
    },
  )
  expect(failed).toEqual([])
  expect(passed).toBeGreaterThan(250)
})

test.each(skillScenarios.client)('the client does what the extension for skills requires: %s', async (scenario) => {
  const { passed, failed } = await runSuite(
    'client',
    { scenario },
    {
      args: ['--command', `${process.execPath} ${relay}`],
      variables: { RELAY_URL: await startPlayer() },
    },
  )
  expect(failed).toEqual([])
  expect(passed).toBeGreaterThan(0)
})
