import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolStatus } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli

const states = async (...args: readonly string[]) => {
  const tools: readonly ToolStatus[] = JSON.parse((await hermes('tools', '--json', ...args)).out)
  return Object.fromEntries(tools.map(({ name, state }) => [name, state]))
}

test('lists tools by toolset, with descriptions', async () => {
  const { code, out } = await hermes('tools')
  expect(code).toBe(0)
  expect(out).toMatch(/^file\n {2}✓ read_file +\S.*\n/m)
  expect(out).toMatch(/^terminal\n {2}✓ terminal +\S/m)
})

test('prefers the command line over the platform, and the platform over the config', async () => {
  const config = (lines: readonly string[]) => writeFile(join(cli.home, 'config.yaml'), lines.join('\n'))
  expect(await states()).toMatchObject({ read_file: 'available', terminal: 'available', todo: 'available' })
  await config(['toolsets: [mine]', 'custom_toolsets:', '  mine: [file, -patch, todo]'])
  expect(await states()).toMatchObject({ read_file: 'available', patch: 'off', terminal: 'off', todo: 'available' })
  await config(['toolsets: [file]', 'platform_toolsets:', '  cli: [terminal]', '  telegram: [web]'])
  expect(await states()).toMatchObject({ read_file: 'off', terminal: 'available', web_search: 'off' })
  expect(await states('--toolsets', 'todo')).toMatchObject({ terminal: 'off', todo: 'available' })
  await config(['agent:', '  disabled_toolsets: [terminal]'])
  expect(await states('--toolsets', 'all')).toMatchObject({ terminal: 'off', read_file: 'available' })
})
