import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { ToolStatus } from '@hermes/runtime'
import { beforeEach, expect, test } from 'vitest'
import { runCli } from '../cli.js'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-tools-'))
  return () => rm(home, { recursive: true })
})

async function hermes(...args: readonly string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const io = { stdin: new PassThrough().end(), stdout, stderr, env: { HERMES_HOME: home }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

const states = async (...args: readonly string[]) => {
  const tools: readonly ToolStatus[] = JSON.parse((await hermes('tools', '--json', ...args)).out)
  return Object.fromEntries(tools.map(({ name, state }) => [name, state]))
}

test('tools are listed under their toolsets, each with what it does', async () => {
  const { code, out } = await hermes('tools')
  expect(code).toBe(0)
  expect(out).toMatch(/^file\n {2}✓ read_file +\S.*\n/m)
  expect(out).toMatch(/^terminal\n {2}✓ terminal +\S/m)
})

test('the command line, the platform and the config decide, in this order', async () => {
  const config = (lines: readonly string[]) => writeFile(join(home, 'config.yaml'), lines.join('\n'))
  expect(await states()).toMatchObject({ read_file: 'available', terminal: 'available', todo: 'available' })
  await config(['toolsets: [mine]', 'custom_toolsets:', '  mine: [file, -patch, todo]'])
  expect(await states()).toMatchObject({ read_file: 'available', patch: 'off', terminal: 'off', todo: 'available' })
  await config(['toolsets: [file]', 'platform_toolsets:', '  cli: [terminal]', '  telegram: [web]'])
  expect(await states()).toMatchObject({ read_file: 'off', terminal: 'available', web_search: 'off' })
  expect(await states('--toolsets', 'todo')).toMatchObject({ terminal: 'off', todo: 'available' })
  await config(['agent:', '  disabled_toolsets: [terminal]'])
  expect(await states('--toolsets', 'all')).toMatchObject({ terminal: 'off', read_file: 'available' })
})
