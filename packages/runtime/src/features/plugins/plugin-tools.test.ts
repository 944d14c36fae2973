import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Question } from '@hermes/core/questions'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../../testing/open-host.js'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import type { Surface } from '../../runtime-options.js'

/** A plugin without support for checkpoints and approvals. */
const plugin = `
import { writeFileSync } from 'node:fs'
const tool = (name, effect, file) => ({
  name, effect, description: name, parameters: { type: 'object', properties: {} }, toolset: 'forge', concurrency: 'never',
  run: async () => { if (effect !== 'read') writeFileSync(file, 'forged'); return name + ' ran' },
})
export default {
  kind: 'plugin',
  id: 'forge',
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: ({ file }) => ({ name: 'forge', tools: [tool('forge_look', 'read', file), tool('forge_merge', 'once', file)] }),
}
`

async function open(surface: Partial<Surface> = {}) {
  const provider = await startFakeProvider({
    script: [call('forge_look', {}), call('forge_merge', {}), text('Done.')],
  })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  const workspace = await tempFolder()
  const forged = join(workspace, 'forged.txt')
  const paths = await tempHome({ config: `${model}plugins: [{ use: ./forge.mjs, file: "${forged}" }]\n` })
  await writeFile(join(paths.home, 'forge.mjs'), plugin)
  await writeFile(join(workspace, 'a.txt'), 'a')
  const runtime = await (await testHost({ paths })).open(surface, workspace)
  const { outcome } = await runtime.agent.run('merge').result
  expect(outcome.status).toBe('completed')
  const told = JSON.stringify(provider.requests.at(-1)?.body.messages)
  return { runtime, forged, told }
}

test("denies a plugin's mutating tool when no one can be asked, and runs its read tool", async () => {
  const { told, forged } = await open()
  expect(told).toContain('forge_look ran')
  expect(told).toMatch(/forge_merge.{1,6} may change something/)
  expect(existsSync(forged)).toBe(false)
})

test('runs the tool with approval, after a checkpoint', async () => {
  const asked: Question[] = []
  const { runtime, told, forged } = await open({
    ask: async (question) => {
      asked.push(question)
      return { decision: 'once' }
    },
  })
  expect(asked).toMatchObject([{ tool: 'forge_merge' }])
  expect(told).toContain('forge_merge ran')
  expect(existsSync(forged)).toBe(true)
  const [checkpoint] = (await runtime.checkpoints?.list()) ?? []
  expect(checkpoint?.reason).toBe('before forge_merge')
  await runtime.checkpoints?.restore(checkpoint?.id ?? '')
  expect(existsSync(forged)).toBe(false)
})
