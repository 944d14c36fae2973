import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, silentLogger, textOf } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { createRuntime } from '../create-runtime.js'
import { openSpill } from './open-spill.js'

test('stores the rest of a long result in the cache of the home for a small window', async () => {
  const poem = Array.from({ length: 3_000 }, (_, index) => `verse ${index + 1} of three thousand`).join('\n')
  const pathIn = (body: unknown) =>
    /(\/[^\s"]+\/cache\/spillover\/[\w-]+\.txt)/.exec(JSON.stringify(body))?.[1] ?? 'none'
  let asked = 0
  await using provider = await startFakeProvider({
    script: (body) => {
      asked += 1
      if (asked === 1) return call('read_file', { path: 'poem.txt', limit: 2_000 })
      return asked === 2 ? call('read_file', { path: pathIn(body), offset: 1_500, limit: 3 }) : text('Read.')
    },
  })
  const [paths, workingDirectory] = [await tempHome(), await tempFolder()]
  await writeFile(join(workingDirectory, 'poem.txt'), poem)
  const loaded = await loadConfig({
    paths,
    variables: { PATH: process.env.PATH, HOME: paths.home },
    overrides: {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'small', context_length: 8_000 },
      compression: { enabled: false },
    },
  })
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface: { source: 'cli' } })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const { messages } = await runtime.agent.run('Read the poem.').result
  const [first = '', second = ''] = messages.flatMap((message) =>
    message.role === 'tool' ? textOf(message.content) : [],
  )
  expect(first.length).toBeLessThanOrEqual(16_000)
  expect(second).toContain('1500|1500|verse 1500 of three thousand')
  expect(await readFile(pathIn(first), 'utf8')).toContain('2000|verse 2000 of three thousand')
})

test('uses the temporary folder of an environment without the files of this machine', async () => {
  const [paths, folder] = [await tempHome(), await tempFolder()]
  const local = createLocalEnvironment({
    workingDirectory: folder,
    variables: { PATH: process.env.PATH, TMPDIR: folder },
  })
  onTestFinished(() => local[Symbol.asyncDispose]())
  const elsewhere: Environment = { ...local, id: 'ssh' }
  const origin = { conversation: 's', callId: 'c' }
  const there = await openSpill(paths, elsewhere, silentLogger).keep('text', origin)
  const here = await openSpill(paths, local, silentLogger).keep('text', origin)
  expect(there?.path.startsWith(folder)).toBe(true)
  expect(here?.path.startsWith(join(paths.cache, 'spillover'))).toBe(true)
})
