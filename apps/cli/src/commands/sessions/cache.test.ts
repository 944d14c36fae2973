import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()

test('shows the calls of a session, and what broke the cached prefix', async () => {
  const provider = await startFakeProvider({ script: [text('One.'), text('Two.')] })
  onTestFinished(() => provider.close())
  const config = (model: string) =>
    `model: { provider: custom, base_url: "${provider.baseUrl}", default: ${model}, context_length: 100000 }\n`
  await writeFile(join(cli.home, 'config.yaml'), config('m'))
  expect((await cli.hermes('-z', 'hello')).code).toBe(0)
  expect((await cli.hermes('-z', 'again', '--resume', 'latest', '--model', 'n')).code).toBe(0)
  const { out } = await cli.hermes('sessions', 'cache', 'latest')
  expect(out).toMatch(/^2 model calls, 1 lost the cached prefix\n/)
  expect(out).toMatch(/\n {6}model m changed at byte 0, now "n"\n|\n {6}model m changed at byte 0\n/)
  const json: unknown = JSON.parse((await cli.hermes('sessions', 'cache', 'latest', '--json')).out)
  expect(json).toMatchObject([{ model: 'm' }, { model: 'n', break: { part: 'model m', byte: 0 } }])
})

test('says so when nothing was recorded', async () => {
  expect((await cli.hermes('sessions', 'cache', 'latest')).code).not.toBe(0)
})
