import { appendFile } from 'node:fs/promises'
import { askOnce } from '@hermes/core/wiring'
import { httpReply, startFakeProvider, text, writeListener } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../../testing/open-host.js'
import { tempHome } from '../../../testing/temp-home.js'
import type { ConfigInput } from '../../schema/config-schema.js'

type Script = Parameters<typeof startFakeProvider>[0]['script']

async function serve(script: Script) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  return provider
}

const hooks = `
  pre_auxiliary_call: ({ task, request, sessionId, source }) => note(['before', task, request.model, sessionId, source]),
  post_auxiliary_call: ({ task, request, sessionId, outcome, durationMs }) =>
    note(['after', task, request.model, sessionId, outcome.status, typeof durationMs]),
`

async function open(main: Script, auxiliary: ConfigInput['auxiliary'] = {}) {
  const provider = await serve(main)
  const paths = await tempHome()
  const { use, heard } = await writeListener(paths.home, hooks)
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'big', context_length: 50_000 }
  await appendFile(paths.config, JSON.stringify({ model, auxiliary, plugins: [{ use }] }))
  const runtime = await (await testHost({ paths })).open({ source: 'cli', namesSessions: true })
  return { runtime, heard }
}

test('reports each attempt of a side task to plugins, with its session', async () => {
  const own = await serve(httpReply(503, 'busy'))
  const { runtime, heard } = await open(text('The topic'), {
    title_generation: { provider: 'custom', base_url: own.baseUrl, model: 'small' },
  })
  await runtime.agent.run('Hello', { sessionId: 's' }).result
  await expect.poll(heard).toEqual([
    ['before', 'title_generation', 'small', 's', 'cli'],
    ['after', 'title_generation', 'small', 's', 'failed', 'number'],
    ['before', 'title_generation', 'big', 's', 'cli'],
    ['after', 'title_generation', 'big', 's', 'answered', 'number'],
  ])
})

test('reports compression summaries under the root session, and the side tasks of commands', async () => {
  const { runtime, heard } = await open(text('A summary of all that was said. '.repeat(20)), {
    title_generation: { enabled: false },
  })
  const history = Array.from({ length: 40 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `Message ${index}. ${'There is much to say about tea. '.repeat(40)}`,
  }))
  await runtime.agent.run('Go on', { sessionId: 's', session: { history, source: 'cli' } }).result
  expect((await runtime.agent.compress('s')).status).toBe('compressed')
  expect((await heard()).slice(0, 2)).toEqual([
    ['before', 'compression', 'big', 's', 'cli'],
    ['after', 'compression', 'big', 's', 'answered', 'number'],
  ])
  const said = (await heard()).length
  const side = runtime.auxiliary('side_question')
  const { signal } = new AbortController()
  if (side) await askOnce(side, { system: '', messages: [{ role: 'user', content: 'And?' }] }, { signal })
  expect((await heard()).slice(said)).toEqual([
    ['before', 'side_question', 'big', null, 'cli'],
    ['after', 'side_question', 'big', null, 'answered', 'number'],
  ])
})
