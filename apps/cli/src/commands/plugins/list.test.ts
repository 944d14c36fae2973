import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeatureDescription } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli

const plugin = `export default {
  kind: 'plugin', id: 'manners',
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: () => ({
    name: 'manners',
    promptSections: [{ id: 'manners', content: 'Be polite.' }],
    commands: [{ name: 'bow', description: 'Bows.', run: async () => 'bowed' }],
  }),
}`

test('lists features and plugins with their contents and cost', async () => {
  await writeFile(join(cli.home, 'manners.mjs'), plugin)
  await writeFile(join(cli.home, 'config.yaml'), 'disabled_features: [vision]\nplugins: [{ use: ./manners.mjs }]\n')
  const { code, out } = await hermes('plugins', 'list')
  expect(code).toBe(0)
  expect(out).toMatch(/^Features\n/)
  expect(out).toMatch(/^ {2}✓ files +\d+\.\d ms {2}read_file, .* · hooks: post_tool_call, pre_compress/m)
  expect(out).toMatch(/^ {2}✓ titles +\d/m)
  expect(out).toMatch(/^ {2}· vision +off$/m)
  expect(out).toMatch(/^Plugins\n {2}✓ \.\/manners\.mjs +\d+\.\d ms {2}prompt: manners · \/bow$/m)
})

test('prints JSON', async () => {
  const list: readonly FeatureDescription[] = JSON.parse((await hermes('plugins', 'list', '--json')).out)
  expect(list.find(({ name }) => name === 'delegation')).toMatchObject({
    kind: 'feature',
    state: 'on',
    tools: ['delegate_task', 'delegations'],
  })
  expect(list.every(({ state, costMs }) => (state === 'off') === (costMs === 0))).toBe(true)
})

test('reports a plugin that is not installed', async () => {
  await writeFile(join(cli.home, 'config.yaml'), 'plugins: [{ use: hermes-plugin-foo }]\n')
  const { code, err } = await hermes('plugins', 'list')
  expect(code).toBe(1)
  expect(err).toContain('The package hermes-plugin-foo is not installed')
  const checked = await hermes('config', 'check')
  expect(checked.code).toBe(1)
  expect(checked.out + checked.err).toContain('hermes-plugin-foo is not installed')
})
