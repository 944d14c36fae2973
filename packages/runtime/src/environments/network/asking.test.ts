import type { Question, QuestionAnswer } from '@hermes/core/questions'
import { probeSandbox } from '@hermes/environments/sandbox'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../../testing/open-host.js'
import { tempFolder, tempHome, textOfFile } from '../../../testing/temp-home.js'

const probed = await probeSandbox()
const title = probed.status === 'available' ? '' : ` (skipped: ${probed.reason})`

/** Asks the proxy for a connection and prints the status of its answer. */
const connecting = `${process.execPath} -e '
  const proxy = new URL(process.env.HTTPS_PROXY)
  require("node:http").request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: "registry.example.invalid:443" })
    .on("connect", (answer, socket) => { console.log("status", answer.statusCode); socket.destroy() }).end()'`

async function runOnce(settings: { readonly ask?: (question: Question) => Promise<QuestionAnswer> }) {
  const provider = await startFakeProvider({ script: [call('terminal', { command: connecting }), text('Done.')] })
  onTestFinished(() => provider.close())
  const model = `{ provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }`
  const paths = await tempHome({ config: `model: ${model}\n` })
  const host = await testHost({ paths })
  const { ask } = settings
  const runtime = await host.open({ ...(ask && { ask }) }, await tempFolder())
  const { agent } = await runtime.agentFor({ network: 'list' })
  await agent.run('install').result
  return { paths, runtime, seen: JSON.stringify(provider.requests.at(-1)?.body.messages) }
}

test.skipIf(title !== '')(`refuses a command an unknown host when there is no one to ask${title}`, async () => {
  const { seen } = await runOnce({})
  expect(seen).toContain('status 403')
  expect(seen).toContain(
    'No connection to registry.example.invalid: it is not in the list, and there is no one to ask.',
  )
})

test.skipIf(title !== '')(`asks a person about a host, and adds it to the list for "always"${title}`, async () => {
  const asked: Question[] = []
  const running = runOnce({
    ask: async (question) => {
      asked.push(question)
      return { decision: 'session' }
    },
  })
  const { runtime, paths, seen } = await running
  expect(asked).toMatchObject([
    {
      text: connecting,
      reasons: ['It connects to registry.example.invalid.'],
      sessionScope: expect.stringContaining('connections to'),
    },
  ])
  // The connection was allowed, but the name has no address.
  expect(seen).toContain('the name has no address')
  const [question] = asked
  if (question) await runtime.approvals.allowForGood(question)
  expect(await textOfFile(paths.config)).toMatch(/sandbox_hosts:\s+- registry\.example\.invalid/)
})
